// Internal to hlo: recognizes gathers that take elements of each row of a table, and scatters that
// put one element into each row of a table of equal elements.
//
//   gather(%table[512,1000], %labels[512,1,1]) -> [512,1]     the entry of each label
//   scatter(zeros[512,1000], %labels, %u[512,1])              u * one_hot(labels)
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>

namespace lz::hlo {

// Returns the dimension of the table along which the gather takes elements, or nullopt if it is not
// a gather of this form. All other dimensions of the table must be batch dimensions, in the same
// order in the result.
std::optional<int64_t> dimOfPicks(mlir::Operation* gather);

// Returns the dimension along which the scatter puts one element into each row, or nullopt if it is
// not a scatter of this form. Its operand must be a splat. All other dimensions must be batch
// dimensions, in the same order in the updates.
std::optional<int64_t> dimOfOneHot(mlir::Operation* scatter);

// Computes the picked elements of a table from rows of the factors of its products, if that reads
// less than the table. Then the table does not have to exist for the gather:
//
//   gather(dot(%h, %w) - %m, %labels)  ->  dot(%h, gather(%w, %labels)) - %m
//
// Between the products and the gather there may be elementwise ops, and values that are equal for
// all elements of a row. Returns false, and changes nothing, if there is anything else. The sums of
// the products are computed in another order, so they may differ in the last places.
bool pickFromFactors(mlir::Operation* gather, mlir::RewriterBase& rewriter);

} // namespace lz::hlo
