// Operands on which tests try the elementary functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lz::emit {

template <typename T> struct Operands {
  std::vector<T> x, y; // of the same length; functions of one operand leave y
};

// All pairs of special values, then a mixture that has every exponent, the neighbourhood of the
// origin, of whole numbers and of multiples of pi / 2, and powers and erfc close to overflow and
// underflow. The first operand is often a whole number, as an order of polygamma is.
template <typename T> Operands<T> mixedOperands(size_t count, uint64_t seed = 5);
extern template Operands<float> mixedOperands(size_t, uint64_t);
extern template Operands<double> mixedOperands(size_t, uint64_t);

// All exponents in turns with random digits and signs, the second operand's only once the first has
// had them all; `first` is where the count begins.
Operands<double> operandsOfEveryExponent(size_t count, uint64_t first);

// Up to 2^20 doubles, mostly few, from the points where functions are difficult: zeros, poles,
// branch points, limits of overflow and underflow, and where the vector code changes its formula.
Operands<double> operandsNextToDifficultPoints(size_t count, uint64_t seed);

} // namespace lz::emit
