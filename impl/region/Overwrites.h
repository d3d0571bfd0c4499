// Determines which inputs of a plan its outputs may overwrite.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns whether output buffer `output` is allowed to lie where input `input` lies. This is so if
// the kernel loads each element of the input just before it stores to the same address, or if it
// loads nothing from the input.
//
//   relu(c), c - max of its row     yes: c[i] is loaded, and then out[i] is stored
//   c - c of the row before         no: another point still needs the old element
bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output);

} // namespace lz::region
