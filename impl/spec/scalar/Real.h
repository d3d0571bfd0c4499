// A float as the part of a complex number, which is the type R of spec/scalar/ComplexFormulas.h.
// Every operation rounds to T.
#pragma once

#include "spec/scalar/Scalar.h"

#include <cmath>
#include <type_traits>

namespace lz::scalar {

struct Truth {
  bool value;
  friend Truth operator&(Truth x, Truth y) { return {x.value && y.value}; }
  friend Truth operator|(Truth x, Truth y) { return {x.value || y.value}; }
};

template <typename T> struct Real {
  T value{};
  Real() = default;
  Real(T value) : value(value) {}

  friend Real operator+(Real x, Real y) { return x.value + y.value; }
  friend Real operator-(Real x, Real y) { return x.value - y.value; }
  friend Real operator*(Real x, Real y) { return x.value * y.value; }
  friend Real operator/(Real x, Real y) { return x.value / y.value; }
  friend Real operator-(Real x) { return -x.value; }
  friend Real operator+(Real x, double y) { return x.value + T(y); }
  friend Real operator-(Real x, double y) { return x.value - T(y); }
  friend Real operator*(Real x, double y) { return x.value * T(y); }
  friend Real operator/(Real x, double y) { return x.value / T(y); }

  friend Truth operator==(Real x, Real y) { return {x.value == y.value}; }
  friend Truth operator<(Real x, Real y) { return {x.value < y.value}; }
  friend Truth operator>=(Real x, Real y) { return {x.value >= y.value}; }
  friend Truth operator==(Real x, double y) { return {x.value == T(y)}; }
  friend Truth operator<(Real x, double y) { return {x.value < T(y)}; }
  friend Truth operator>(Real x, double y) { return {x.value > T(y)}; }

  friend Real select(Truth p, Real x, Real y) { return p.value ? x : y; }
  friend Real select(Truth p, double x, Real y) { return p.value ? Real(T(x)) : y; }
  friend Real select(Truth p, Real x, double y) { return p.value ? x : Real(T(y)); }

  friend Real constantLike(Real, double value) { return T(value); }
  friend Truth isNegative(Real x) { return {std::signbit(x.value)}; }
  friend double exponentLimit(Real) { return std::is_same_v<T, float> ? 88 : 709; }
  friend double leastNormal(Real) { return std::numeric_limits<T>::min(); }

  friend Real abs(Real x) { return std::abs(x.value); }
  friend Real max(Real x, Real y) { return maximum(x.value, y.value); }
  friend Real min(Real x, Real y) { return minimum(x.value, y.value); }
  friend Real sqrt(Real x) { return std::sqrt(x.value); }
  friend Real cbrt(Real x) { return std::cbrt(x.value); }
  friend Real exp(Real x) { return std::exp(x.value); }
  friend Real expm1(Real x) { return std::expm1(x.value); }
  friend Real log(Real x) { return std::log(x.value); }
  friend Real log1p(Real x) { return std::log1p(x.value); }
  friend Real sin(Real x) { return std::sin(x.value); }
  friend Real cos(Real x) { return std::cos(x.value); }
  friend Real atan2(Real y, Real x) { return std::atan2(y.value, x.value); }
  friend Real pow(Real x, Real y) { return std::pow(x.value, y.value); }
};

} // namespace lz::scalar
