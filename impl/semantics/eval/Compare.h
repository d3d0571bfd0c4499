// Decides when two results count as equal.
#pragma once

#include "base/Literal.h"

#include <complex>
#include <optional>
#include <string>

namespace lz::eval {

enum class Agreement : uint8_t {
  Equal,  // same bits for integers; same value for floats; NaN equals NaN, and -0.0 equals 0.0
  Almost, // floats differ by at most 1e-4 of the expected value (or 1e-4 near zero)
  Close,  // floats differ by at most 3 units in the last place of the dtype
};

struct Mismatch {
  Dims index; // of the first element that differs
  std::string actual, expected;
  int64_t count; // of elements that differ
};

// Returns nullopt if the literals, which must have the same type, match.
std::optional<Mismatch> firstMismatch(const Literal& actual, const Literal& expected,
                                      Agreement agreement);

// Returns the number of floats between two elements. For complex numbers the unit is that of the
// larger part. Two NaNs have distance 0, and one NaN the maximum. For integers it is the absolute
// difference (saturated).
uint64_t ulpDistance(const Literal& a, const Literal& b, int64_t element);

// Returns the element as a complex number.
std::complex<double> numberAt(const Literal& literal, int64_t element);

// Returns the value with enough digits to distinguish neighbours.
std::string elementText(const Literal& literal, int64_t element);

// Returns the multi-index of an element: 4 in a tensor of dims {2,3} is {1,1}.
Dims unravel(int64_t element, absl::Span<const int64_t> dims);

} // namespace lz::eval
