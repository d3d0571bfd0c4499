// 16-bit floating point values as storage types. Arithmetic happens in float. Conversion from float
// rounds to nearest, ties to even. It keeps infinities, and turns every NaN into a quiet NaN.
#pragma once

#include <bit>
#include <cstdint>

namespace lz {

// A BF16 is the upper half of an IEEE binary32. It has a sign, 8 exponent bits and 7 fraction bits.
struct BF16 {
  uint16_t bits = 0;

  BF16() = default;
  BF16(float value) {
    uint32_t i = std::bit_cast<uint32_t>(value);
    bool isNan = (i & 0x7fffffff) > 0x7f800000;
    bits = isNan ? uint16_t((i >> 16) | 0x40) : uint16_t((i + 0x7fff + ((i >> 16) & 1)) >> 16);
  }
  operator float() const { return std::bit_cast<float>(uint32_t(bits) << 16); }
};

// IEEE binary16.
struct F16 {
  uint16_t bits = 0;

  F16() = default;
  F16(float value);
  operator float() const;
};

static_assert(sizeof(BF16) == 2 && sizeof(F16) == 2);

} // namespace lz
