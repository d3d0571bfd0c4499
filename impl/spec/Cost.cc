#include "spec/Cost.h"

namespace lz {

// By opcode.
constexpr uint16_t kWideCosts[] = {
#include "spec/WideCosts.inc"
};

double costOf(Opcode op, DType dtype) {
  if (dtype == DType::F64)
    return kWideCosts[size_t(op)];
  return opInfo(op).cost * (storageBits(dtype) > 32 ? 2 : 1);
}

} // namespace lz
