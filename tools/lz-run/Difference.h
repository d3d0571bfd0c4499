// Compares results with the expected ones.
#pragma once

#include "base/Literal.h"

#include <string>

namespace lz::run {

struct Tolerance {
  double relative = 0, absolute = 0;
};

// The difference of one output. An element differs if |actual - expected| > absolute + relative *
// |expected|. Two NaNs are equal, and so are equal infinities.
struct Difference {
  int64_t differing = 0;
  // The index of the worst element: the one with the largest quotient of its error and its
  // tolerance. If the tolerance is 0, errors are compared in ulps. If all bits agree, the index is
  // -1.
  int64_t worst = -1;
  double absolute = 0,
         relative = 0; // infinite if only one value is NaN, or if infinities differ
  uint64_t ulps = 0;
};

// Both literals must have the same type.
Difference compare(const Literal& actual, const Literal& expected, Tolerance tolerance);

// Describes the difference, for example "differs in 3 of 6 elements; worst at [1,2]: 1.5 instead of
// 1.25 (abs 0.25, rel 0.2, ulp 2097152)".
std::string describe(const Difference& difference, const Literal& actual, const Literal& expected);

} // namespace lz::run
