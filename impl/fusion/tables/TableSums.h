// Finds tables for which one kernel can compute the sums of rows and the sums of columns.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

// Sums over the rows and sums over the columns can read the same function of pairs (SumsOfPairs.h).
// Then one kernel can compute all these sums, and compute the function only once for each pair
// (TablePlan.cc):
//
//   %r = reduce %e across [1]            %r, %p = lz.region {
//   %c = reduce %e across [0]     ->       %r = reduce %e across [1]
//                                          %p = reduce_window %e, blocks of 320 rows }
//                                        %c = reduce %p across [0]
//
// Makes a region for such a table if its kernel is cheaper than two alternatives: computing the
// function again for each kind of sum, and storing the function.
void formTableSums(mlir::Block& block, const FusionOptions& options);

} // namespace lz::fusion
