#include "hlo/ir/LibraryCalls.h"

#include "base/ElementStorage.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::hlo {

static bool isInMemory(mlir::Value v) {
  while (mlir::Operation* op = v.getDefiningOp()) {
    const OpInfo* info = opInfo(op);
    if (!info || info->opcode != Opcode::Reshape)
      return info && (info->kind == OpKind::Contraction || info->kind == OpKind::Control ||
                      info->kind == OpKind::Library);
    v = op->getOperand(0);
  }
  return true;
}

// Returns how many contiguous bytes of the result come from the operand.
static int64_t runBytes(mlir::Value operand, int64_t dim) {
  TensorType type = fromIr(operand.getType());
  int64_t elements = 1;
  for (size_t d = size_t(dim); d < type.dims.size(); ++d)
    elements *= type.dims[d];
  return storageBytes(type.dtype, elements);
}

// Returns whether only ops that are no part of kernels read the result of the op.
static bool isStored(mlir::Operation* op) {
  return llvm::all_of(op->getUsers(), [&](mlir::Operation* user) {
    const OpInfo* info = opInfo(user);
    return user->getBlock() == op->getBlock() &&
           (user->hasTrait<mlir::OpTrait::IsTerminator>() ||
            (info && (info->kind == OpKind::Contraction || info->kind == OpKind::Control ||
                      info->kind == OpKind::Library)));
  });
}

bool isLibraryCall(mlir::Operation* op) {
  // For 24 pieces of 64 Ki f32 (Zen 4, two threads), a kernel takes 27 ms to compile, and a call
  // takes no time to compile:
  //
  //   contiguous bytes                   32    64    128   256   512   1024
  //   time of the call / of the kernel   5.0   3.5   1.6   1.2   1.1   1.0
  constexpr int64_t kShortestRun = 256;
  const OpInfo* info = opInfo(op);
  if (info && info->kind == OpKind::Library)
    return true;
  if (!info || info->opcode != Opcode::Concatenate || op->getNumOperands() <= kMostStored ||
      (op->getNumOperands() <= kMostConcatenated && !isStored(op)))
    return false;
  int64_t dim = int64_t(mlir::cast<ConcatenateOp>(op).getDimension());
  return llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
    return isInMemory(operand) && runBytes(operand, dim) >= kShortestRun;
  });
}

} // namespace lz::hlo
