// Replaces ops that only state where values are placed.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Replaces sdy.sharding_constraint, and custom calls such as Sharding and
// annotate_device_placement, by their operand. An op stays if its operand and its result have
// different known shapes. Returns whether the users of a replaced result now get another type.
bool replaceIdentities(mlir::func::FuncOp main);

} // namespace lz::formats
