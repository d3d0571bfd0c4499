#include "spec/OpCost.h"

namespace lz {

// The costs for f64, by opcode.
constexpr uint16_t kWideCosts[] = {
#include "spec/WideCosts.inc"
};

double costOf(Opcode op, DType dtype) {
  if (dtype == DType::F64)
    return kWideCosts[size_t(op)];
  return opInfo(op).cost * (storageBits(dtype) > 32 ? 2 : 1);
}

double costOfDigits(DType from, DType to) {
  constexpr double kOfF64 = 10, kOfInt32 = 7, kOfInt64 = 18;
  if (to != DType::F16 && to != DType::BF16)
    return 0;
  if (from == DType::F64)
    return kOfF64;
  // Integers beyond the range of f16 become infinity, so the lowest digits of such integers do not
  // matter. Integers of less than 32 bits have no more digits than f32.
  if (to == DType::F16 || !isInteger(from) || bitWidth(from) < 32)
    return 0;
  return bitWidth(from) == 32 ? kOfInt32 : kOfInt64 + kOfF64;
}

} // namespace lz
