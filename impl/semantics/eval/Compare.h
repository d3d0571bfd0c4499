// Decides when two results count as equal.
#pragma once

#include "base/Literal.h"

#include <complex>
#include <optional>
#include <string>

namespace lz::eval {

enum class Agreement : uint8_t {
  Equal,  // same bits for integers; same value for floats: any NaN equals any NaN, -0.0 equals 0.0
  Almost, // floats differ by at most 1e-4 of the expected value (or 1e-4 near zero)
  Close,  // floats differ by at most 3 units in the last place of the dtype
};

struct Mismatch {
  Dims index; // of the first different element
  std::string actual, expected;
  int64_t count; // of different elements
};

// Both literals have the same type.
std::optional<Mismatch> firstMismatch(const Literal& actual, const Literal& expected,
                                      Agreement agreement);

// Distance in units of the last place of the dtype: the number of floats between the two. For
// complex numbers the unit is that of the larger part. 0 for two NaNs, the maximum if only one is
// NaN. For integers it is their absolute difference (saturated).
uint64_t ulpDistance(const Literal& a, const Literal& b, int64_t element);

// The element as a number; its imaginary part is 0 unless it is complex.
std::complex<double> numberAt(const Literal& literal, int64_t element);

// The value with enough digits to tell neighbours apart.
std::string elementText(const Literal& literal, int64_t element);

// The multi-index of an element: 4 in a tensor of dims {2,3} is {1,1}.
Dims unravel(int64_t element, absl::Span<const int64_t> dims);

} // namespace lz::eval
