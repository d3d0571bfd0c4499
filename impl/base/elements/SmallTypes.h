// Elements of small types: floats of one byte or less, and integers of less than a byte. An element
// is a code, which is the lowest bits of a byte. A FloatFormat says which value a code has.
#pragma once

#include "base/ElementStorage.h"

#include <cstddef>
#include <cstdint>

namespace lz {

// The format of a small float. A code has a sign, an exponent and a mantissa. Its value is
// 1.mantissa * 2^(exponent - bias). If the exponent is 0, the value is 0.mantissa * 2^(1 - bias).
// f8E8M0FNU has only an exponent, and the value 2^(exponent - bias).
struct FloatFormat {
  DType dtype;
  int exponentBits, mantissaBits, bias;
  uint8_t signBit;  // 0 if there is no sign: negative numbers become NaN
  uint8_t greatest; // the code of the greatest finite number
  uint8_t overflow; // the code for greater numbers: infinity, NaN or the greatest number
  uint8_t nan;      // the code for NaN; a negative NaN also has signBit
  bool hasInfinity; // if true, the code of infinity is greatest + 1
  bool hasNegativeZero;

  bool hasZero() const { return signBit != 0; }
  uint8_t magnitude(uint8_t code) const { return code & uint8_t(~signBit); }
  bool isInfinity(uint8_t code) const { return hasInfinity && magnitude(code) == greatest + 1; }
  // Returns whether the code is a NaN. Floats of 4 and 6 bits have no NaN. Conversion to them turns
  // NaN into -0, which is not a NaN.
  bool isNan(uint8_t code) const {
    return (magnitude(code) > greatest && !isInfinity(code)) ||
           (!hasNegativeZero && signBit != 0 && code == signBit);
  }
};
const FloatFormat& floatFormat(DType smallFloat);

// Returns the code of the nearest value. If two values are equally near, returns the even code.
uint8_t toSmallFloat(const FloatFormat& format, double value);
uint8_t toSmallFloat(const FloatFormat& format, int64_t value);
uint8_t toSmallFloat(const FloatFormat& format, uint64_t value);
float fromSmallFloat(const FloatFormat& format, uint8_t code);

// Returns element `i` of an array of a small type, as a code.
uint8_t loadCode(DType dtype, const std::byte* data, int64_t i);
// Stores a code as element `i`. Elements that share its byte stay as they are.
void storeCode(DType dtype, std::byte* data, int64_t i, uint8_t code);

// Returns the value of a code of a small integer.
int smallIntOf(DType dtype, uint8_t code);
double smallToDouble(DType dtype, uint8_t code);

} // namespace lz
