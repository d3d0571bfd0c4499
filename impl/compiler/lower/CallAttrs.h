// Converts ops of MLIR to plain data, and their attributes to those of functions of the library.
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

// Returns the body of the op if the library's function must run it. Otherwise returns nullptr,
// because there is no body or attributes describe it.
mlir::Block* calledBody(mlir::Operation* op);

} // namespace lz::compiler
