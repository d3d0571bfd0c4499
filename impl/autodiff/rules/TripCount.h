// Computes how often a while loop runs, if that follows from constants.
#pragma once

#include "autodiff/Definitions.h"
#include "base/Status.h"

namespace lz::autodiff {

// How often a loop runs. The counter is start + t * step at the beginning of iteration t.
struct TripCount {
  size_t counter = 0; // index of the carried value
  int64_t start = 0, step = 0;
  int64_t iterations = 0;
};

// Finds the counter of a loop: a carried integer with one element. It must start at a known integer
// (as in Definitions::integer), the body must add or subtract a known integer, and cond must
// compare it with a known integer:
//   for (i = 2; i < 10; i += 3)  ->  3 iterations: 2, 5, 8
// A known integer may be captured, or carried without a change. `outer` has the definitions of the
// scope around the loop. The error message is a part of a sentence that says which condition does
// not hold.
StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer);

} // namespace lz::autodiff
