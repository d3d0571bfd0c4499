// The elementary functions for tests: for each, code to compile, and the reference from libm in the
// next wider format.
#pragma once

#include "MathJit.h"
#include "base/DType.h"
#include "spec/OpInfo.h"

#include <limits>
#include <type_traits>

namespace lz::emit {

struct Function {
  Opcode opcode;
  Body body;
  double (*asDouble)(double, double);
  long double (*asLong)(long double, long double);
  // Returns the largest of the terms that cancel. Errors are counted in units in the last place of
  // this term. It is nullptr if no terms cancel.
  long double (*largestTerm)(long double, long double) = nullptr;
  bool isSpecial = false; // true if the function has error bounds of its own
};
const std::vector<Function>& functions();
std::string nameOf(const Function& f);

template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
template <typename T> constexpr DType dtypeOf() {
  return std::is_same_v<T, float> ? DType::F32 : DType::F64;
}
template <typename T> constexpr ElementKind kindOf() {
  return std::is_same_v<T, float> ? ElementKind::F32 : ElementKind::F64;
}

// Returns the error of `actual` in units in the last place of T. The unit is taken at the exact
// value, or at `least` if `least` is greater. Infinity counts as 2^(emax+1). Returns HUGE_VAL if
// only one value is NaN, infinite or zero, although both must be.
template <typename T> double ulps(T actual, Wide<T> exact, Wide<T> least = 0);
extern template double ulps(float, double, double);
extern template double ulps(double, long double, long double);

// The largest error of a function on some operands.
template <typename T> struct Worst {
  double error = 0;
  T x = 0, y = 0, actual = 0;
  Wide<T> exact = 0;

  void add(const Function& f, T actual, Wide<T> exact, T x, T y = 0) {
    double error = ulps(actual, exact);
    if (error <= this->error)
      return;
    if (f.largestTerm)
      error = ulps(actual, exact, Wide<T>(f.largestTerm(x, y)));
    if (error > this->error)
      *this = {error, x, y, actual, exact};
  }
};

} // namespace lz::emit
