// Names of a value: which value its bytes come from, and who reads them.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz {

// A bitcast to elements of another width keeps the bytes as they are: f32[n] is u8[n,4].
inline bool renames(const OpInfo& info) {
  return info.opcode == Opcode::Reshape || info.opcode == Opcode::BitcastConvert ||
         info.opcode == Opcode::OptimizationBarrier;
}

// Through the ops that only rename a buffer, into lz.contraction and out of it.
mlir::Value originOf(mlir::Value v);

// Where the value is read. What lz.contraction takes is read by ops of its body, and what it
// returns by ops around it.
llvm::SmallVector<mlir::OpOperand*> usesOf(mlir::Value v);

// Does a thunk write the value?
inline bool isWritten(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  const OpInfo* info = op ? hlo::opInfo(op) : nullptr;
  return op && !(info && info->opcode == Opcode::Constant);
}

} // namespace lz
