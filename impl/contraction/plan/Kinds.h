// Decides the kind of each contraction, once, when a plan is made; all other code reads the kind of
// the plan. The kinds exclude each other: dots come before thin ones, and of the kinds below only
// filter gradients have a window.
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

// m or n is at most kThin, k is short, and strides are even. nullopt: it is another kind.
std::optional<ThinShape> thinShapeOf(const TiledContraction& spec);

// m at most kMostStreamedRows, no window, the rows of rhs lie along n, nothing but lhs is
// converted, and panels of rhs take longer (isBetterStreamed).
bool isStreamed(const TiledContraction& spec, int threads, const Caches& caches);

// Rows of lhs are shifts of images, and k is their pixels. nullopt: the kernels cannot read them
// like this.
std::optional<FilterTiles> filterTilesOf(const TiledContraction& spec);

} // namespace lz::contraction
