// Converts ops of MLIR to plain data. Converts the attributes of ops to the attributes that
// functions of the library take.
#pragma once

#include "base/Status.h"
#include "exec/Calls.h"
#include "spec/Program.h"

#include "mlir/IR/Operation.h"

namespace lz::compiler {

// Returns the opcode and the attributes of the op as plain data.
StatusOr<Op> plainOp(mlir::Operation* op);

// Returns the attributes for the function of the library that computes the op (exec/CallAttrs.h).
// If attributes can describe the body of the op, these attributes are among them.
StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op);

// Returns the body of the op if the library's function must run this body. Returns nullptr if the
// op has no body, or if attributes describe the body.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
