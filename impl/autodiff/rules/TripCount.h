// Computes how often a while loop runs, if that follows from constants.
#pragma once

#include "autodiff/Definitions.h"
#include "base/Status.h"

namespace lz::autodiff {

// At the beginning of each iteration the counter is start, start + step, ...
struct TripCount {
  size_t counter = 0; // index of the carried value
  int64_t start = 0, step = 0;
  int64_t iterations = 0;
};

// Finds the counter of a loop: a carried integer with one element. It must start at a known integer
// (as in Definitions::integer), the body must add or subtract a known integer, and cond must
// compare it with a known integer:
//   for (i = 2; i < 10; i += 3)  ->  3 iterations: 2, 5, 8
// Known integers may be captured, or carried unchanged. `outer` is the scope of the loop. The error
// says which condition does not hold, as part of a sentence.
StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer);

} // namespace lz::autodiff
