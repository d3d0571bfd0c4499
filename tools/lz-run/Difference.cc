#include "lz-run/Difference.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "semantics/eval/Compare.h"

#include <cmath>
#include <limits>

namespace lz::run {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct ElementError {
  double absolute, relative, tolerated;
  uint64_t ulps;
};

ElementError errorOf(const Literal& actual, const Literal& expected, int64_t i, Tolerance t) {
  uint64_t ulps = eval::ulpDistance(actual, expected, i);
  if (ulps == 0)
    return {0, 0, 1, 0};
  // For integers, `ulps` is the distance of the two numbers. It is exact even beyond 2^53, where
  // doubles are not exact.
  DType dtype = actual.type().dtype;
  double size = std::abs(eval::numberAt(expected, i));
  double absolute = std::abs(eval::numberAt(actual, i) - eval::numberAt(expected, i));
  if (!isFloat(dtype) && !isComplex(dtype))
    absolute = double(ulps);
  if (std::isnan(absolute) || std::isinf(size))
    return {kInfinity, kInfinity, 1, ulps};
  return {absolute, size == 0 ? kInfinity : absolute / size, t.absolute + t.relative * size, ulps};
}

} // namespace

Difference compare(const Literal& actual, const Literal& expected, Tolerance tolerance) {
  Difference result;
  double worst = 0;
  for (int64_t i = 0, n = actual.type().numElements(); i < n; ++i) {
    ElementError error = errorOf(actual, expected, i, tolerance);
    if (error.ulps == 0)
      continue;
    result.differing += error.absolute > error.tolerated;
    double badness = error.tolerated > 0 ? error.absolute / error.tolerated : double(error.ulps);
    if (result.worst >= 0 && badness <= worst)
      continue;
    worst = badness;
    result.worst = i;
    result.absolute = error.absolute;
    result.relative = error.relative;
    result.ulps = error.ulps;
  }
  return result;
}

std::string describe(const Difference& d, const Literal& actual, const Literal& expected) {
  if (d.worst < 0)
    return "equal";
  std::string verdict = d.differing ? absl::StrCat("differs in ", d.differing, " of ",
                                                   actual.type().numElements(), " elements")
                                    : std::string("within tolerance");
  return absl::StrFormat("%s; worst at %s: %s instead of %s (abs %.3g, rel %.3g, ulp %d)", verdict,
                         dimsStr(eval::unravel(d.worst, actual.type().dims)),
                         eval::elementText(actual, d.worst), eval::elementText(expected, d.worst),
                         d.absolute, d.relative, d.ulps);
}

} // namespace lz::run
