// Finds functions of pairs that are computed again for each of their sums.
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/Trial.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

// A function of all pairs of a row and a column may be read by sums over rows and by sums over
// columns, which run in different kernels. If no cache holds the function, computing it in each
// kernel takes less time than storing it, and no memory:
//
//   %e = exp %d           10000 x 10000            kernel 1: computes %d and %e, sums rows
//   %r = reduce %e across [1]                ->    kernel 2: computes %d and %e, sums columns
//   %c = reduce %e across [0]
//
// Trials (Trial.h) do not find this out, because they decide about one op at a time. Storing the
// op is cheaper as long as the ops that it is computed from are still outside of the kernels.
//
// Returns all ops between values that are no pairs and the sums of such functions. They join the
// groups of all sums that need them.
llvm::DenseSet<mlir::Operation*> opsOfSummedPairs(mlir::Block& block, const FusionOptions& options,
                                                  KernelCosts& costs);

} // namespace lz::fusion
