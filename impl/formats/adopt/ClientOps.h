// chlo ops that are others of the tables.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

// broadcast_<op> is the op on operands of one shape, conj and constant_like are what they say,
// scan is a loop (Scan.h), ragged_dot a product of masked operands (RaggedDot.h). Fails with an
// error at the first op whose types or attributes are none of the op that it would be.
mlir::LogicalResult replaceClientOps(mlir::func::FuncOp main);

} // namespace lz::hlo
