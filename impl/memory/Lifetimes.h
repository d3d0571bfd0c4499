// Finds when the values of steps are alive.
#pragma once

#include "base/Steps.h"

#include <map>
#include <vector>

namespace lz::memory {

// The first and the last moment at which a value is read or written, or -1 if it is not used.
struct Life {
  int64_t first = -1, last = -1;
};

// Moments are numbered in the order in which a run passes them. Those of a loop's lists lie between
// its first and its last moment. A value that is alive before a loop and used in it is alive until
// the end of the loop, since the next iteration reads it again. The same holds for the body of a
// call. A contraction and the kernels on its rows share one moment.
struct Lifetimes {
  std::vector<Life> lives; // of each value
  // The steps that use values at a moment. Each of them may write over what another one reads.
  std::map<int64_t, std::vector<const Step*>> stepsAt;
};

// `steps` must outlive the result.
Lifetimes lifetimesOf(const Steps& steps);

} // namespace lz::memory
