// Finds values that share their bytes because an op only renames them.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz::compiler {

// Returns whether the results of the op have the same bytes as its operands, as for a bitcast from
// f32[n] to u8[n,4].
inline bool renames(const OpInfo& info) {
  return info.opcode == Opcode::Reshape || info.opcode == Opcode::BitcastConvert ||
         info.opcode == Opcode::OptimizationBarrier;
}

// Returns the value whose bytes `v` has. Goes back from results of ops that rename values to their
// operands, and from results of lz.contraction and lz.sweep to the values that their bodies return.
inline mlir::Value originOf(mlir::Value v) {
  while (mlir::Operation* op = v.getDefiningOp()) {
    const unsigned number = mlir::cast<mlir::OpResult>(v).getResultNumber();
    if (mlir::Block* body = ir::bodyOfProducts(op)) {
      v = body->getTerminator()->getOperand(number);
      continue;
    }
    const OpInfo* info = hlo::opInfo(op);
    if (!info || !renames(*info))
      break;
    v = op->getOperand(number);
  }
  return v;
}

// Returns whether a step writes the value. Returns false for inputs and constants.
inline bool isWritten(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  const OpInfo* info = op ? hlo::opInfo(op) : nullptr;
  return op && !(info && info->opcode == Opcode::Constant);
}

} // namespace lz::compiler
