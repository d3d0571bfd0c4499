// What spec/Effects.h says, asked of the ops of a module. MLIR's own rewrites (CSE, the greedy
// driver, isOpTriviallyDead) ask MemoryEffectOpInterface, which gives the same answers: entries of
// ops with bodies have RecursiveMemoryEffects, and custom_call asks spec/Effects.h.
//
// A custom_call of a text need not say what its function does; markEffects
// (compiler/lower/HostCalls.h) writes it down before any pass runs. Whatever runs earlier takes
// each custom_call for one that has effects.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Its bodies, too. Ops that nothing is known of have some: calls that are not inlined.
bool hasEffects(mlir::Operation* op);
// Some op of the region.
bool hasEffects(mlir::Region& region);

// Whether the op may run where the program would not run it: before a loop that may have no
// iteration, say.
bool mayRunEarly(mlir::Operation* op);

} // namespace lz::hlo
