// Finds functions of pairs that are computed again in each kernel that sums them.
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/Trial.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

// A function of all pairs of a row and a column may be read by sums over rows and by sums over
// columns, which run in different kernels. If no cache can hold the values of the function,
// computing them in each kernel often takes less time than storing them. It also takes no memory:
//
//   %e = exp %d           10000 x 10000            kernel 1: computes %d and %e, sums rows
//   %r = reduce %e across [1]                ->    kernel 2: computes %d and %e, sums columns
//   %c = reduce %e across [0]
//
// Trials (Trial.h) do not find this out, because they decide about one op at a time. As long as the
// operands of an op are computed outside of the kernels, it is cheaper to store its result.
//
// Returns the ops that lead from values that are no pairs to the sums of such functions, without
// the sums. These ops join the groups of all sums that need them.
llvm::DenseSet<mlir::Operation*> opsOfSummedPairs(mlir::Block& block, const FusionOptions& options,
                                                  KernelCosts& costs);

} // namespace lz::fusion
