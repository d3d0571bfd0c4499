// Ops that become calls of functions of the library (exec/Calls.h), not parts of kernels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// The most operands of a concatenation between which a kernel selects.
inline constexpr unsigned kMostConcatenated = 64;

// Whether the op becomes a call: an op of kind Library, or a concatenation of more operands than
// that if a kernel would compute none of them (arguments, and results of contractions, loops,
// branches and the library). Each operand has runs of 256 bytes or more in the result; below about
// 128, a copy costs more than the vectors of a kernel. As a tree of kernels
// (SplitConcatenations.cc) against the call, which takes half of the memory; two threads of an AMD
// Zen 4, beside other work:
//
//   operands                    compiled in         ran in
//   240 of f32[64]              344 -> 5 ms         5.7 -> 4.8 us
//   240 of f32[64,64], dim 0    488 -> 1 ms         373 -> 97 us
//   240 of f32[64,64], dim 1    273 -> 5 ms         214 -> 145 us
//   960 of f32[64,64], dim 0    354 -> 6 ms         3.5 -> 1.1 ms
bool isLibraryCall(mlir::Operation* op);

} // namespace lz::hlo
