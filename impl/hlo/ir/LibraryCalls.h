// Ops that become calls of functions of the library (exec/Calls.h), not parts of kernels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// A kernel selects between so many operands of a concatenation at most.
inline constexpr unsigned kMostConcatenated = 64;

// An op of kind Library; and a concatenation of more operands than that, of which a kernel would
// compute none on the way: arguments, and what contractions, loops, branches and the library make.
// Each has runs of 256 bytes or more in
// the result; below about 128 a copy costs more than the vectors of a kernel. As a tree of kernels
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
