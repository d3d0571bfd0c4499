// Finds when the values of steps are live.
#pragma once

#include "base/Steps.h"

#include <map>
#include <vector>

namespace lz::memory {

// The first and the last moment at which a value is read or written, or -1 if it is not used.
struct Life {
  int64_t first = -1, last = -1;
};

// The lifetimes of all values. Moments are numbered in the order of a run. A contraction and the
// kernels on its rows have the same moment. The moments of a loop's lists lie between the first and
// the last moment of the loop. If a value is live before a loop and used in the loop, it is live
// until the end of the loop, because the next iteration reads it again. The same holds for the body
// of a call.
struct Lifetimes {
  std::vector<Life> lives; // one for each value
  // The steps that begin at each moment, except loops. If several steps begin at the same moment,
  // they are a contraction and its kernels.
  std::map<int64_t, std::vector<const Step*>> stepsAt;
};

// `steps` must outlive the result.
Lifetimes lifetimesOf(const Steps& steps);

} // namespace lz::memory
