// Says which kinds of loops can compute a contraction. If `dots` is possible, it is always used,
// because it adds in another order than the other kinds. Otherwise the kind with the least
// predicted time is used (Prices.cc).
#pragma once

#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/ThinPlan.h"
#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// Returns whether the output is empty or k is 0.
bool isEmpty(const ContractionSpec& spec);

// Returns whether `k` is large enough for `dots` if one operand has `few` rows.
bool hasFewLongRows(int64_t few, int64_t k);

// Returns whether lhs is the operand with few rows in `dots`.
bool isFewLhs(const ContractionSpec& spec);

// Returns whether m or n is at most kFewRows, there is no window, and the long operand has long
// contiguous rows along k. If the contraction is a part of a larger product, the m and n of the
// larger product are compared.
bool isDots(const ContractionSpec& spec);

// Returns the shape if the contraction can be computed as `thin`, otherwise nullopt. If
// `manyIsLhs`, lhs has the many rows, and n must be at most kThin. Otherwise rhs has the many rows,
// and m must be at most kThin. k must be one block. All axes must be evenly spaced.
std::optional<ThinShape> thinShapeOf(const TiledContraction& spec, bool manyIsLhs);

// Returns whether m is at most kMostStreamedRows, there is no window, rhs is contiguous along n,
// and only lhs may have to be converted.
bool canStream(const TiledContraction& spec);

// Returns the tiles of a filter gradient, or nullopt if the contraction cannot be computed as one.
// If `copiesLines`, all taps of a line of the filter read one copy of a line of the image.
std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec, bool copiesLines);

} // namespace lz::contraction
