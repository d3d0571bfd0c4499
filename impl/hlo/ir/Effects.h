// Says which ops of a module have effects, by the rules of spec/Effects.h. MLIR's own rewrites
// (CSE, the greedy driver, isOpTriviallyDead) get the same answers from MemoryEffectOpInterface.
//
// The text of a custom_call does not always say whether the call has effects. Before any pass runs,
// markEffects (compiler/lower/LowerHostCalls.h) marks the calls that have effects. Code that runs
// earlier must assume that each custom_call has effects.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Returns whether the op or its bodies have effects. Unknown ops, and calls that are not inlined,
// count as having effects.
bool hasEffects(mlir::Operation* op);
// Returns whether an op of the region has effects.
bool hasEffects(mlir::Region& region);

// Returns whether the op is allowed to run even if the program does not run it. For example, such
// an op can be moved out of a loop that possibly has no iteration.
bool mayRunEarly(mlir::Operation* op);

} // namespace lz::hlo
