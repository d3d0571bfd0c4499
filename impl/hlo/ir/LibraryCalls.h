// Finds ops that become calls of library functions (exec/Calls.h), not parts of kernels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// The most operands of a concatenation that becomes a kernel, which selects between them.
inline constexpr unsigned kMostConcatenated = 64;

// Returns whether the op becomes a call. That is an op of kind Library, or a concatenation of more
// than kMostConcatenated operands of which a kernel would compute none (they are arguments, or
// results of contractions, loops, branches and the library). Each operand must have runs of 256
// bytes or more in the result: below about 128, a copy costs more than the vectors of a kernel. A
// tree of kernels (SplitConcatenations.cc) compared with the call, which takes half of the memory,
// on two threads of an AMD Zen 4 under other load:
//
//   operands                    compiled in         ran in
//   240 of f32[64]              344 -> 5 ms         5.7 -> 4.8 us
//   240 of f32[64,64], dim 0    488 -> 1 ms         373 -> 97 us
//   240 of f32[64,64], dim 1    273 -> 5 ms         214 -> 145 us
//   960 of f32[64,64], dim 0    354 -> 6 ms         3.5 -> 1.1 ms
bool isLibraryCall(mlir::Operation* op);

} // namespace lz::hlo
