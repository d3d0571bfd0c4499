// Finds tables whose sums of rows and of columns run in one kernel.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

// If sums over the rows and sums over the columns read one function of pairs (SumsOfPairs.h), one
// kernel can compute all of them, with one computation of the function for each pair
// (TablePlan.cc):
//
//   %r = reduce %e across [1]            %r, %p = lz.region {
//   %c = reduce %e across [0]     ->       %r = reduce %e across [1]
//                                          %p = reduce_window %e, blocks of 320 rows }
//                                        %c = reduce %p across [0]
//
// Makes the regions of such tables, if their kernels are cheaper than computing the function again
// for each kind of sum and than storing it.
void formTableSums(mlir::Block& block, const FusionOptions& options);

} // namespace lz::fusion
