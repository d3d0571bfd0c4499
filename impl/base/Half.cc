#include "base/Half.h"

namespace lz {

F16::F16(float value) {
  uint32_t i = std::bit_cast<uint32_t>(value);
  uint32_t sign = (i >> 16) & 0x8000;
  uint32_t magnitude = i & 0x7fffffff;
  if (magnitude > 0x7f800000) { // NaN: made quiet, keeps the upper bits
    bits = uint16_t(sign | 0x7e00 | ((magnitude >> 13) & 0x3ff));
    return;
  }
  if (magnitude >= 0x477ff000) { // rounds to 65536 or more
    bits = uint16_t(sign | 0x7c00);
    return;
  }
  if (magnitude < 0x38800000) { // subnormal: adding 0.5f rounds to a multiple of 2^-24
    float aligned = std::bit_cast<float>(magnitude) + 0.5f;
    bits = uint16_t(sign | (std::bit_cast<uint32_t>(aligned) - 0x3f000000));
    return;
  }
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  bits = uint16_t(sign | ((rounded - 0x38000000) >> 13));
}

F16::operator float() const {
  uint32_t sign = uint32_t(bits & 0x8000) << 16;
  uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) // infinity or NaN
    return std::bit_cast<float>(sign | 0x7f800000 | ((magnitude & 0x3ff) << 13) |
                                (magnitude > 0x7c00 ? 0x400000u : 0u));
  if (magnitude < 0x400) { // zero or subnormal: value = magnitude * 2^-24
    float scaled = float(magnitude) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(scaled));
  }
  return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000));
}

} // namespace lz
