// Ops as plain data, and what a function of the library is told about the one that it computes.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz {

// The opcode and the attributes.
StatusOr<Op> plainOp(mlir::Operation* op);

// The op's attributes that are numbers or lists of them. Of an op with a body also what the body
// means, under the names that its function has for it (exec/Sort.h), unless the function has none.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// The body that the function must run, because no attributes say what it means; nullptr: none.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz
