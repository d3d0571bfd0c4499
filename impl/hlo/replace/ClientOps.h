// chlo ops that are others of the tables.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

// broadcast_<op> is the op on operands of one shape, conj and constant_like are what they say,
// scan is a loop (Scan.h), ragged_dot a product of masked operands (RaggedDot.h). Those that do not
// keep the rules of these ops stay, and are refused by name.
void replaceClientOps(mlir::ModuleOp module);

} // namespace lz::hlo
