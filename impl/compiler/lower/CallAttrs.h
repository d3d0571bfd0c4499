// Ops as plain data, and the attributes that are handed to the library function that computes an
// op.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz {

// The op as its opcode and attributes.
StatusOr<Op> plainOp(mlir::Operation* op);

// The op's attributes that are numbers or lists of numbers. If the function has attributes for the
// meaning of a body (exec/Sort.h), they are added.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// The body that the function must run because no attributes describe it; nullptr: there is no such
// body.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz
