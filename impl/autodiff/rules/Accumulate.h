// Sums over the iterations of a loop.
#pragma once

#include "autodiff/Builder.h"
#include "autodiff/Definitions.h"
#include "spec/Clone.h"

namespace lz::autodiff {

// Appends sum + value to b, where `definitions` knows the value and `cloner` has copied it to b.
// Terms that are zeros except at one place are added only there, so that a slice of a captured
// array costs every iteration the slice and not the array.
//   sum + dynamic_update_slice(0, u, i)  ->  dynamic_update_slice(sum, sum[i] + u, i)
//   sum + scatter_add(0, i, u)           ->  scatter_add(sum, i, u)
ValueId accumulate(ValueId sum, ValueId value, const Definitions& definitions, Builder& b,
                   Cloner& cloner);

} // namespace lz::autodiff
