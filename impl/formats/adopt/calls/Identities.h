// Replaces ops that only state where values are placed.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Replaces sdy.sharding_constraint, and custom calls such as Sharding and
// annotate_device_placement, by their operand. Leaves ops alone whose operand and result have known
// shapes that differ. Returns whether the type of a value changed for its users.
bool replaceIdentities(mlir::func::FuncOp main);

} // namespace lz::formats
