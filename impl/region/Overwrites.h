// Determines which inputs of a plan its outputs may overwrite.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns whether output buffer `output` may lie where input `input` lies. This is so if each
// element of the input is loaded just before its address is stored to, or if nothing is loaded.
//
//   relu(c), c - max of its row     yes: c[i] is loaded, and then out[i] is stored
//   c - c of the row before         no: another point still needs the old element
bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output);

} // namespace lz::region
