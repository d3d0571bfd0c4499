// Which kinds of loops can compute a contraction. Dots and all others exclude each other, since the
// sums of dots run in another order: bits may depend on the shape and on the types, and on no
// price. Of the others the one with the least price is taken (Prices.cc).
#pragma once

#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/ThinPlan.h"
#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// There is nothing to compute, or nothing to sum.
bool isEmpty(const ContractionSpec& spec);

// m or n at most kFewRows, no window, and the rows of the long operand lie along k, many values of
// it.
bool isDots(const ContractionSpec& spec);

// n, or m if the many rows are those of rhs, at most kThin, and k one block, of any even strides.
std::optional<ThinShape> thinShapeOf(const TiledContraction& spec, bool manyIsLhs);

// m at most kMostStreamedRows, no window, the rows of rhs lie along n, and nothing but lhs is
// converted.
bool canStream(const TiledContraction& spec);

// Rows of lhs are shifts of images, and k is their pixels. `copiesLines`: all taps of a line read
// one copy of it. nullopt: the kernels cannot read them like this.
std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec, bool copiesLines);

} // namespace lz::contraction
