// Which contractions are of which kind. Every question of this sort is answered here, once, when a
// plan is made; whoever has a plan reads its kind. The kinds exclude each other: dots come before
// thin ones, and only filter gradients of these have a window.
#pragma once

#include "base/machine/Caches.h"
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

// m or n at most kThin and k short, of any even strides. None: it is another kind.
std::optional<ThinShape> thinShapeOf(const TiledContraction& spec);

// m at most kMostStreamedRows, no window, the rows of rhs lie along n, nothing but lhs is
// converted, and panels of rhs take longer (isBetterStreamed).
bool isStreamed(const TiledContraction& spec, int threads, const Caches& caches);

// Rows of lhs are shifts of images, k is their pixels. None: the kernels cannot read them so.
std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec);

} // namespace lz::contraction
