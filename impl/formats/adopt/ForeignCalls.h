// Custom calls of other systems for which there are ops.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// One rewrite for each target: those of LapackCalls.h and TopKCalls.h. Needs: joinForeignConfigs.
// Other calls stay.
void replaceForeignCalls(mlir::ModuleOp module);

} // namespace lz::hlo
