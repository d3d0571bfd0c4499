// How often a while loop runs, when that follows from its constants.
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

// Finds a counter: a carried integer with one element that starts at a known one (as
// Definitions::integer), to which body adds or from which it subtracts a known one, and that cond
// compares with a known one:
//   for (i = 2; i < 10; i += 3)  ->  3 iterations: 2, 5, 8
// Known integers may be captured, or carried without being changed. `outer`: the scope of the loop.
// Error: what is not so, as part of a sentence.
StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer);

} // namespace lz::autodiff
