// Determines which inputs of a plan may be overwritten by which of its outputs.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns whether output buffer `output` is allowed to lie where input `input` lies. This is
// allowed in three cases. In the first case, the kernel loads each element of the input just before
// it stores to the same address. In the second case, each point of the grid first reduces elements
// of the input, and then stores to exactly the addresses of these elements. In the third case, the
// kernel loads nothing from the input.
//
//   relu(c), c - max of its row     yes: all of a row of c is loaded, and then out is stored
//   c - c of the row before         no: another point still needs the old element
//   c + sums of parts of its row    no: later sums of the point need the old elements
bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output);

} // namespace lz::region
