// Finds functions of pairs that are computed again in each kernel that adds up their values.
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/Trial.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/Block.h"

#include <optional>

namespace lz::fusion {

// A function of pairs that only sums read. The struct has the alternatives of computing the
// function, with their predicted times.
struct SummedPairs {
  // Sums of one kind reduce arrays of the same shape along the same dims.
  llvm::SmallVector<llvm::SmallVector<mlir::Operation*>> kinds;
  llvm::SetVector<mlir::Operation*> ops; // all ops of pairs, without the sums
  Side again;                            // kernels that compute the function again for its sums
  Side stored;                           // kernels that store and read it

  // Storing a table that no cache holds must save a third of the time (Trial.h).
  bool isStoringWorseThan(const Side& other) const {
    return other.possible &&
           (!stored.possible || other.ns * JoinCosts::kMarginOfLarge <= stored.ns);
  }
};

// Returns nullopt if `op` is no function of pairs, if a cache can hold its values, if an op that is
// not a sum reads it, or if all sums that read it are of one kind.
std::optional<SummedPairs> summedPairsOf(mlir::Operation* op, KernelCosts& costs);

// Sums over rows and sums over columns may read the same function of all pairs of a row and a
// column. These sums run in different kernels. If no cache can hold the values of the function,
// computing them in each kernel often takes less time than storing them. Computing them also takes
// no memory:
//
//   %e = exp %d           10000 x 10000            kernel 1: computes %d and %e, sums rows
//   %r = reduce %e across [1]                ->    kernel 2: computes %d and %e, sums columns
//   %c = reduce %e across [0]
//
// Trials (Trial.h) do not find this alternative, because they decide about one op at a time. While
// the operands of an op are still computed by other kernels, a trial finds that storing the result
// is cheaper.
//
// Returns the ops that lead from values without pairs to the sums of such functions. The sums
// themselves are not included. These ops join the groups of all sums that need them.
llvm::DenseSet<mlir::Operation*> opsOfSummedPairs(mlir::Block& block, const FusionOptions& options,
                                                  KernelCosts& costs);

} // namespace lz::fusion
