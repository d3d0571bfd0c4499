// Puts the ops of every block into lz.region ops, each of which becomes one kernel. FusionRules.h
// and Trial.h decide which ops go together.
//
//   %0 = stablehlo.multiply %x, %x             %1 = lz.region(%x, %y) {
//   %1 = stablehlo.add %0, %y          ->        %t = stablehlo.multiply %a, %a
//                                                %s = stablehlo.add %t, %b
//                                                lz.return %s }
//
// Needs: calls are inlined, select_and_scatter is decomposed, and there are no dead ops. Leaves:
// every elementwise, view, source, reduce, indexed and scatter op is inside of a region. There are
// three exceptions: constants that are not splats, slices that products read in place, and reshapes
// between kernels. A reshape between kernels only renames a buffer. Contractions that have tiles,
// control flow, and calls (hlo/ir/LibraryCalls.h) stay outside of regions.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::fusion {

void formRegions(mlir::ModuleOp module, const FusionOptions& options);

// Registers the pass --lz-form-regions of lz-opt, which plans contractions for the target. With the
// option `explain`, the pass prints its decisions to stderr.
void registerFormRegionsPass(const contraction::ContractionTarget& target);

} // namespace lz::fusion
