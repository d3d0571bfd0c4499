// Computes how often a while loop runs, if this number is known at compile time.
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

// Returns how often a loop runs. The counter is a carried integer with one element. It must start
// at a known integer (Definitions::integer). The body must add or subtract a known integer, and the
// condition must compare the counter with a known integer:
//   for (i = 2; i < 10; i += 3)  ->  3 iterations: 2, 5, 8
// A known integer can be captured, or carried without a change. `outer` has the definitions of the
// scope around the loop. If one of these requirements is not met, the error message names the
// requirement, as a part of a sentence.
StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer);

} // namespace lz::autodiff
