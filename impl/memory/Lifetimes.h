// When the values of steps are alive.
#pragma once

#include "base/Steps.h"

#include <map>
#include <vector>

namespace lz::memory {

// First and last moment at which a value is read or written. -1: never.
struct Life {
  int64_t first = -1, last = -1;
};

// Moments are numbered as a run passes them; those of a loop's lists lie between its first and its
// last. What is alive before a loop and is used in it is alive until its end: the next iteration
// reads it again; so it is with the body of a call. A contraction and the kernels on its rows have
// one moment.
struct Lifetimes {
  std::vector<Life> lives; // by value
  // Who uses values at a moment: each may write over what another one reads.
  std::map<int64_t, std::vector<const Step*>> stepsAt;
};

// `steps` must outlive the result.
Lifetimes lifetimesOf(const Steps& steps);

} // namespace lz::memory
