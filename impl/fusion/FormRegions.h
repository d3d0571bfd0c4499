// Which ops go together into one kernel: puts the ops of every block into lz.region ops.
//
//   %0 = stablehlo.multiply %x, %x             %1 = lz.region(%x, %y) {
//   %1 = stablehlo.add %0, %y          ->        %t = stablehlo.multiply %a, %a
//                                                %s = stablehlo.add %t, %b
//                                                lz.return %s }
//
// Needs: calls inlined, select_and_scatter decomposed, no dead ops.
// Leaves: every elementwise, view, source, reduce, indexed and scatter op inside a region, except
// constants that are read whole and reshapes between kernels (a change of name, not of bytes).
// Contractions with tiles of their own, control flow and calls (hlo/ir/LibraryCalls.h) stay.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::fusion {

void formRegions(mlir::ModuleOp module, const FusionOptions& options);

// For lz-opt: --lz-form-regions, with the option explain for the decisions on stderr.
void registerFormRegionsPass();

} // namespace lz::fusion
