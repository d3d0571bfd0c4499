// What says where values are to lie, and nothing of the values.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// sdy.sharding_constraint and custom calls such as Sharding and annotate_device_placement give
// their operand; sdy.mesh goes. Shapes of operands and results are the same then, unless one of
// them is open.
void replaceIdentities(mlir::ModuleOp module);

} // namespace lz::hlo
