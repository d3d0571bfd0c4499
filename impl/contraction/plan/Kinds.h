// Says which kinds of loops can compute a contraction. If `dots` is possible, it is always used. It
// adds in another order than the other kinds, so predicted times must not decide about it. Among
// the other kinds, the one with the least predicted time is used (Prices.cc).
#pragma once

#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/ThinPlan.h"
#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// Returns whether the output is empty or k is 0.
bool isEmpty(const ContractionSpec& spec);

// Returns whether m or n is at most kFewRows, there is no window, and the long operand has long
// contiguous rows along k.
bool isDots(const ContractionSpec& spec);

// Returns the shape if the contraction can be computed as `thin`, with lhs or rhs as the operand of
// many rows. The other of m and n must be at most kThin, k must be one block, and all axes must be
// evenly spaced.
std::optional<ThinShape> thinShapeOf(const TiledContraction& spec, bool manyIsLhs);

// Returns whether m is at most kMostStreamedRows, there is no window, rhs is contiguous along n,
// and only lhs may have to be converted.
bool canStream(const TiledContraction& spec);

// Returns the tiles of a filter gradient, where rows of lhs are shifted images and k counts pixels.
// With `copiesLines`, all taps of a line of the filter read one copy of a line of the image.
// Returns nullopt if the kernels cannot read the operands in this way.
std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec, bool copiesLines);

} // namespace lz::contraction
