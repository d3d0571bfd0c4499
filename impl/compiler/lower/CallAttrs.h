// Converts ops to plain data, and to the attributes of the library function that computes them.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz::compiler {

// Returns the op as its opcode and attributes.
StatusOr<Op> plainOp(mlir::Operation* op);

// Returns the attributes of the function with the op's name (exec/CallAttrs.h). They also describe
// the op's body, if the function has attributes for its meaning.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// Returns the body that the function must run because no attributes describe it, or nullptr.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
