// Converts ops to plain data, and to attributes for functions of the library.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz::compiler {

// Returns the opcode and the attributes of the op as plain data.
StatusOr<Op> plainOp(mlir::Operation* op);

// Returns the attributes for the function of the library that computes the op (exec/CallAttrs.h).
// If attributes can describe the body of the op, they do.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// Returns the body that the function must run, or nullptr. The function must run the body of the op
// if no attributes describe it.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
