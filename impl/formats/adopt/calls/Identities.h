// What says where values are to lie, and nothing of the values.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::hlo {

// sdy.sharding_constraint and custom calls such as Sharding and annotate_device_placement give
// their operand, where operand and result have one shape as far as both state it; others stay.
// True if a value has another type than its users saw before.
bool replaceIdentities(mlir::func::FuncOp main);

} // namespace lz::hlo
