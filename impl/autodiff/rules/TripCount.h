// Finds how often a while loop runs, if that follows from its constants.
#pragma once

#include "autodiff/Definitions.h"
#include "base/Status.h"

namespace lz::autodiff {

// The counter is start, start + step, ... at the beginning of each iteration.
struct TripCount {
  size_t counter = 0; // which carried value
  int64_t start = 0, step = 0;
  int64_t iterations = 0;
};

// Finds a counter: a carried integer with one element. It must start at a known integer (as in
// Definitions::integer), body must add a known integer to it or subtract one, and cond must compare
// it with a known integer:
//   for (i = 2; i < 10; i += 3)  ->  3 iterations: 2, 5, 8
// Known integers may be captured, or carried without being changed. `outer`: the scope of the loop.
// Error: the condition that does not hold, as part of a sentence.
StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer);

} // namespace lz::autodiff
