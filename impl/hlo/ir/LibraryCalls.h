// Finds ops that become calls of library functions (exec/Calls.h) instead of parts of kernels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// A concatenation of at most this many operands becomes a kernel, which selects between the
// operands.
inline constexpr unsigned kMostConcatenated = 64;
// The same limit for a result that must be stored before anything can read it. The kernel would
// only copy. It takes 1.7 ms to compile for each operand, and is not faster than the call.
inline constexpr unsigned kMostStored = 8;

// Returns whether the op becomes a call. Ops of kind Library become calls. A concatenation becomes
// a call if it has more than kMostConcatenated operands, or kMostStored if all of its readers are
// products, loops, branches, the library and the end of a program or body. Each operand must be
// contiguous in the result for 256 bytes or more. The operands must also be values that no kernel
// computes: arguments, or results of contractions, loops, branches and the library. For fewer than
// about 128 bytes, a copy costs more than the vectors of a kernel. The table compares a tree of
// kernels (SplitConcatenations.cc) with the call, on two threads of an AMD Zen 4 under other load:
//
//   operands                    compiled in         ran in
//   240 of f32[64]              344 -> 5 ms         5.7 -> 4.8 us
//   240 of f32[64,64], dim 0    488 -> 1 ms         373 -> 97 us
//   240 of f32[64,64], dim 1    273 -> 5 ms         214 -> 145 us
//   960 of f32[64,64], dim 0    354 -> 6 ms         3.5 -> 1.1 ms
bool isLibraryCall(mlir::Operation* op);

} // namespace lz::hlo
