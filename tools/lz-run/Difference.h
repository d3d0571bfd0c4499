// How far results are from what was expected.
#pragma once

#include "base/Literal.h"

#include <string>

namespace lz::run {

struct Tolerance {
  double relative = 0, absolute = 0;
};

// Of one output. An element differs when |actual - expected| > absolute + relative * |expected|;
// two NaNs are equal, and so are equal infinities.
struct Difference {
  int64_t differing = 0;
  // The worst element, by its error over what is tolerated (by ulps if nothing is); -1: all bits
  // agree.
  int64_t worst = -1;
  double absolute = 0,
         relative = 0; // infinite when only one of the two is NaN or they are unlike infinities
  uint64_t ulps = 0;
};

// Both literals have the same type.
Difference compare(const Literal& actual, const Literal& expected, Tolerance tolerance);

// "differs in 3 of 6 elements; worst at [1,2]: 1.5 instead of 1.25 (abs 0.25, rel 0.2, ulp
// 2097152)"
std::string describe(const Difference& difference, const Literal& actual, const Literal& expected);

} // namespace lz::run
