// Which value a value's bytes come from.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz {

// A bitcast to elements of another width keeps the bytes as they are: f32[n] is u8[n,4].
inline bool renames(const OpInfo& info) {
  return info.opcode == Opcode::Reshape || info.opcode == Opcode::BitcastConvert ||
         info.opcode == Opcode::OptimizationBarrier;
}

// Through the ops that only rename a buffer, and from lz.contraction to what makes the value in it.
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

// Does a thunk write the value?
inline bool isWritten(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  const OpInfo* info = op ? hlo::opInfo(op) : nullptr;
  return op && !(info && info->opcode == Opcode::Constant);
}

} // namespace lz
