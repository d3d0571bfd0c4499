// Ops that state where values lie, and do not change them.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// sdy.sharding_constraint and custom calls such as Sharding and annotate_device_placement are
// replaced by their operand, if operand and result have one shape as far as both state it. Others
// stay. True if a value has another type than its users saw before.
bool replaceIdentities(mlir::func::FuncOp main);

} // namespace lz::formats
