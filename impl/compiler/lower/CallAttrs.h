// Ops as plain data, and the attributes that are handed to the library function that computes an
// op.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz::compiler {

// The op as its opcode and attributes.
StatusOr<Op> plainOp(mlir::Operation* op);

// The attributes of the function with the op's name (exec/CallAttrs.h). If the op has a body, they
// say what it means, unless the function has no way to say it.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// The body that the function must run because no attributes describe it, or nullptr if there is no
// such body.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
