// Finds the value whose bytes another value shares.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz::compiler {

// Returns whether the op keeps the bytes, as a bitcast does to elements of any width: f32[n] is
// u8[n,4].
inline bool renames(const OpInfo& info) {
  return info.opcode == Opcode::Reshape || info.opcode == Opcode::BitcastConvert ||
         info.opcode == Opcode::OptimizationBarrier;
}

// Follows ops that only rename a buffer, and goes from the result of lz.contraction to the value
// that its body returns.
inline mlir::Value originOf(mlir::Value v) {
  while (mlir::Operation* op = v.getDefiningOp()) {
    const unsigned number = mlir::cast<mlir::OpResult>(v).getResultNumber();
    if (auto around = mlir::dyn_cast<ir::ContractionOp>(op)) {
      v = around.getBody().front().getTerminator()->getOperand(number);
      continue;
    }
    const OpInfo* info = hlo::opInfo(op);
    if (!info || !renames(*info))
      break;
    v = op->getOperand(number);
  }
  return v;
}

// Returns whether a thunk writes the value.
inline bool isWritten(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  const OpInfo* info = op ? hlo::opInfo(op) : nullptr;
  return op && !(info && info->opcode == Opcode::Constant);
}

} // namespace lz::compiler
