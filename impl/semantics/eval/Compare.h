// Decides when two results count as equal.
#pragma once

#include "base/Literal.h"

#include <complex>
#include <optional>
#include <string>

namespace lz::eval {

enum class Agreement : uint8_t {
  Equal,  // same value; NaN equals NaN, and -0.0 equals 0.0
  Almost, // floats differ by at most 1e-4 of the expected value (or 1e-4 near zero)
  Close,  // floats differ by at most 3 units in the last place of the dtype
};

struct Mismatch {
  Dims index; // index of the first element that differs
  std::string actual, expected;
  int64_t count; // number of elements that differ
};

// Compares two literals of the same type. Returns nullopt if they match.
std::optional<Mismatch> firstMismatch(const Literal& actual, const Literal& expected,
                                      Agreement agreement);

// Returns the number of steps between neighbouring floats that lead from one element to the other.
// For complex numbers a step is a unit in the last place of the larger part. Two NaNs have distance
// 0. A NaN and a number have the largest distance. For integers, returns the absolute difference,
// saturated.
uint64_t ulpDistance(const Literal& a, const Literal& b, int64_t element);

// Returns the element as a complex number, whatever its type.
std::complex<double> numberAt(const Literal& literal, int64_t element);

// Returns an element as text, with enough digits to distinguish it from neighbouring values.
std::string elementText(const Literal& literal, int64_t element);

// Returns the multi-index of an element, for example {1,1} for element 4 of a tensor with dims
// {2,3}.
Dims unravel(int64_t element, absl::Span<const int64_t> dims);

} // namespace lz::eval
