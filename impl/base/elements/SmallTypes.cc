#include "base/elements/SmallTypes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace lz {
namespace {

constexpr std::array<FloatFormat, 11> kFormats = {{
    // The first columns are the type, the bits of the exponent, the bits of the mantissa, and the
    // bias. Then four codes follow: the sign, the greatest number, the result of an overflow, and
    // NaN. The last columns say whether the type has infinity and whether it has -0.
    {DType::F8E5M2, 5, 2, 15, 0x80, 0x7b, 0x7c, 0x7e, true, true},
    {DType::F8E4M3, 4, 3, 7, 0x80, 0x77, 0x78, 0x7c, true, true},
    {DType::F8E3M4, 3, 4, 3, 0x80, 0x6f, 0x70, 0x78, true, true},
    {DType::F8E4M3FN, 4, 3, 7, 0x80, 0x7e, 0x7f, 0x7f, false, true},
    {DType::F8E4M3FNUZ, 4, 3, 8, 0x80, 0x7f, 0x80, 0x80, false, false},
    {DType::F8E4M3B11FNUZ, 4, 3, 11, 0x80, 0x7f, 0x80, 0x80, false, false},
    {DType::F8E5M2FNUZ, 5, 2, 16, 0x80, 0x7f, 0x80, 0x80, false, false},
    {DType::F8E8M0FNU, 8, 0, 127, 0, 0xfe, 0xff, 0xff, false, false},
    {DType::F4E2M1FN, 2, 1, 1, 0x8, 0x7, 0x7, 0x8, false, true},
    {DType::F6E2M3FN, 2, 3, 1, 0x20, 0x1f, 0x1f, 0x20, false, true},
    {DType::F6E3M2FN, 3, 2, 3, 0x20, 0x1f, 0x1f, 0x20, false, true},
}};

struct Exact { // mantissa * 2^exponent
  bool negative;
  uint64_t mantissa;
  int exponent;
};

// Shifts to the right and rounds to the nearest value, ties to even.
uint64_t shiftedRight(uint64_t x, int places) {
  if (places <= 0)
    return x << -places;
  if (places > 64)
    return 0;
  uint64_t whole = places == 64 ? 0 : x >> places;
  uint64_t half = uint64_t(1) << (places - 1), rest = x & (half | (half - 1));
  return whole + (rest > half || (rest == half && whole % 2 == 1));
}

uint8_t withSign(const FloatFormat& format, uint8_t code, bool negative) {
  return negative ? uint8_t(code | format.signBit) : code;
}

uint8_t rounded(const FloatFormat& format, Exact x) {
  if (!format.hasZero() && (x.negative || x.mantissa == 0))
    return format.nan;
  if (x.mantissa == 0)
    return format.hasNegativeZero ? withSign(format, 0, x.negative) : 0;
  const int least = (format.hasZero() ? 1 : 0) - format.bias;
  const int exponent = std::max(least, int(std::bit_width(x.mantissa)) - 1 + x.exponent);
  const int unit = exponent - format.mantissaBits;
  uint64_t code = shiftedRight(x.mantissa, unit - x.exponent);
  code += uint64_t(exponent - least) << format.mantissaBits;
  if (!format.hasZero()) // codes with exponent 0 have a leading 1, too
    code -= std::min<uint64_t>(code, 1);
  if (code > format.greatest)
    return withSign(format, format.overflow, x.negative);
  if (code == 0 && !format.hasNegativeZero)
    return 0;
  return withSign(format, uint8_t(code), x.negative);
}

} // namespace

const FloatFormat& floatFormat(DType smallFloat) {
  const auto* format = std::find_if(kFormats.begin(), kFormats.end(),
                                    [&](const FloatFormat& f) { return f.dtype == smallFloat; });
  assert(format != kFormats.end() && "not a small float");
  return *format;
}

uint8_t toSmallFloat(const FloatFormat& format, double value) {
  const bool negative = std::signbit(value);
  if (std::isnan(value))
    return withSign(format, format.nan, negative && format.nan != format.signBit);
  if (std::isinf(value))
    return format.hasZero() || !negative ? withSign(format, format.overflow, negative) : format.nan;
  constexpr int kDigits = std::numeric_limits<double>::digits;
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent);
  return rounded(format, {negative, uint64_t(std::ldexp(fraction, kDigits)), exponent - kDigits});
}

uint8_t toSmallFloat(const FloatFormat& format, int64_t value) {
  const bool negative = value < 0;
  return rounded(format, {negative, negative ? 0 - uint64_t(value) : uint64_t(value), 0});
}

uint8_t toSmallFloat(const FloatFormat& format, uint64_t value) {
  return rounded(format, {false, value, 0});
}

float fromSmallFloat(const FloatFormat& format, uint8_t code) {
  const bool negative = (code & format.signBit) != 0;
  const float sign = negative ? -1.0f : 1.0f;
  if (format.isNan(code))
    return std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
  if (format.isInfinity(code))
    return sign * std::numeric_limits<float>::infinity();
  const int magnitude = format.magnitude(code);
  const int mantissa = magnitude & ((1 << format.mantissaBits) - 1);
  const int exponent = magnitude >> format.mantissaBits;
  const bool isNormal = exponent != 0 || !format.hasZero();
  const int digits = isNormal ? mantissa | (1 << format.mantissaBits) : mantissa;
  const int least = format.hasZero() ? 1 : 0;
  return sign *
         std::ldexp(float(digits), std::max(exponent, least) - format.bias - format.mantissaBits);
}

uint8_t loadCode(DType dtype, const std::byte* data, int64_t i) {
  const unsigned bits = storageBits(dtype);
  StorageOffset at = offsetOfBits(bits, i);
  return uint8_t((uint8_t(data[at.byte]) >> at.bit) & ((1u << bitWidth(dtype)) - 1));
}

void storeCode(DType dtype, std::byte* data, int64_t i, uint8_t code) {
  const unsigned bits = storageBits(dtype);
  StorageOffset at = offsetOfBits(bits, i);
  const unsigned mask = ((1u << bits) - 1) << at.bit;
  const unsigned kept = unsigned(uint8_t(data[at.byte])) & ~mask;
  data[at.byte] = std::byte(kept | ((unsigned(code) << at.bit) & mask));
}

int smallIntOf(DType dtype, uint8_t code) {
  const unsigned bits = bitWidth(dtype);
  const int value = code & ((1 << bits) - 1);
  return isSignedInt(dtype) && (value >> (bits - 1)) != 0 ? value - (1 << bits) : value;
}

double smallToDouble(DType dtype, uint8_t code) {
  return isSmallFloat(dtype) ? double(fromSmallFloat(floatFormat(dtype), code))
                             : double(smallIntOf(dtype, code));
}

} // namespace lz
