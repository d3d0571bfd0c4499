#include "spec/Products.h"

#include <tuple>

namespace lz {
namespace {

bool isReal(DType dtype) {
  return isFloat(dtype) || isInteger(dtype);
}

// Returns a number that grows with the range of the float type.
int rangeOf(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return 4;
  case DType::F32:
    return 3;
  case DType::BF16:
    return 2;
  case DType::F16:
    return 1;
  default:
    return 0; // all types of 8 bits or fewer
  }
}

std::tuple<int, unsigned, bool> precedence(DType dtype) {
  return isFloat(dtype) ? std::tuple(1 + rangeOf(dtype), 0u, false)
                        : std::tuple(0, unsigned(bitWidth(dtype)), isSignedInt(dtype));
}

// f16 represents integers up to 2^11 exactly, bf16 up to 2^8.
bool holdsExactly(DType floats, DType integers) {
  return rangeOf(floats) > 0 && isInteger(integers) && bitWidth(integers) <= 8;
}

} // namespace

bool canMultiply(DType lhs, DType rhs) {
  return lhs == rhs || (isReal(lhs) && isReal(rhs));
}

DType productType(DType lhs, DType rhs) {
  return precedence(rhs) > precedence(lhs) ? rhs : lhs;
}

DType factorType(DType lhs, DType rhs, DType result) {
  if (lhs == rhs)
    return lhs;
  if (isInteger(lhs) && isInteger(rhs)) {
    const DType wider = productType(lhs, rhs);
    return bitWidth(result) >= bitWidth(wider) ? result : wider;
  }
  if (lhs == DType::F64 || rhs == DType::F64 || result == DType::F64)
    return DType::F64;
  // Kernels for 16-bit floats sometimes treat denormals as zeros. In a result of f32 that
  // difference would be visible.
  const DType floats = isFloat(lhs) ? lhs : rhs, other = isFloat(lhs) ? rhs : lhs;
  return floats == result && holdsExactly(floats, other) ? floats : DType::F32;
}

} // namespace lz
