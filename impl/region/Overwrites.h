// Determines which inputs of a plan its outputs may overwrite.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns whether output buffer `output` is allowed to lie where input `input` lies. There are
// three such cases. The kernel loads each element of the input just before it stores to the same
// address. Each point of the grid first reduces elements of the input, and then stores to exactly
// these addresses. The kernel loads nothing from the input.
//
//   relu(c), c - max of its row     yes: all of a row of c is loaded, and then out is stored
//   c - c of the row before         no: another point still needs the old element
//   c + sums of parts of its row    no: later sums of the point need the old elements
bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output);

} // namespace lz::region
