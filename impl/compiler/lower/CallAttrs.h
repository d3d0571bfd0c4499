// Converts ops to plain data, and to the attributes of the library function that computes them.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz::compiler {

// Returns the opcode and the attributes of the op as plain data.
StatusOr<Op> plainOp(mlir::Operation* op);

// Returns the attributes of the function with the op's name (exec/CallAttrs.h). If the function has
// attributes for what the op's body does, they describe the body, too.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// Returns the body of the op if the function must run it because no attributes describe it.
// Otherwise returns nullptr.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
