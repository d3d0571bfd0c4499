// Operands for tests of the elementary functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lz::emit {

template <typename T> struct Operands {
  std::vector<T> x, y; // have the same length; functions of one operand ignore y
};

// Returns all pairs of special values, followed by a mixture: every exponent; numbers near 0, near
// whole numbers and near multiples of pi / 2; powers and erfc close to overflow and underflow. The
// first operand is often a whole number, like an order of polygamma.
template <typename T> Operands<T> mixedOperands(size_t count, uint64_t seed = 5);
extern template Operands<float> mixedOperands(size_t, uint64_t);
extern template Operands<double> mixedOperands(size_t, uint64_t);

// Returns operands with all exponents, and random digits and signs. The second operand gets its
// next exponent after the first operand had all exponents. The numbering of operands begins at
// `first`.
Operands<double> operandsOfEveryExponent(size_t count, uint64_t first);

// Returns doubles that are at most 2^20 places, and usually far fewer, from points where functions
// are difficult: zeros, poles, branch points, limits of overflow and underflow, and places where
// the vector code changes its formula.
Operands<double> operandsNextToDifficultPoints(size_t count, uint64_t seed);

} // namespace lz::emit
