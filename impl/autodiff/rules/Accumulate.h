// Sums cotangents over the iterations of a loop.
#pragma once

#include "autodiff/Builder.h"
#include "autodiff/Definitions.h"
#include "spec/Clone.h"

namespace lz::autodiff {

// Appends sum + value to b. `definitions` has the op that makes `value`. `cloner` has copied this
// op to b. If the value is zero except in one window, only the window is added. This takes time for
// the window, not for the whole array.
//   sum + dynamic_update_slice(0, u, i)  ->  dynamic_update_slice(sum, sum[i] + u, i)
//   sum + scatter_add(0, i, u)           ->  scatter_add(sum, i, u)
ValueId accumulate(ValueId sum, ValueId value, const Definitions& definitions, Builder& b,
                   Cloner& cloner);

} // namespace lz::autodiff
