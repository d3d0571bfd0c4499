#include "Functions.h"

#include "emit/math/Math.h"
#include "spec/scalar/Special.h"

#include <bit>
#include <cmath>

namespace lz::emit {

namespace {

template <mlir::Value (*emit)(LaneBuilder&, mlir::Value)> Body unary() {
  return [](LaneBuilder& b, mlir::Value x, mlir::Value) { return emit(b, x); };
}
template <mlir::Value (*emit)(LaneBuilder&, mlir::Value, mlir::Value)> Body binary() {
  return [](LaneBuilder& b, mlir::Value x, mlir::Value y) { return emit(b, x, y); };
}

#define LZ_REFERENCE(expr)                                                                         \
  [](double x, double y) -> double { return expr; },                                               \
      [](long double x, long double y) -> long double { return expr; }

template <typename W> W logisticReference(W x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
template <typename W> W signReference(W x) {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

namespace special = scalar::special;

// The terms of the reflection formula for negative operands.
long double lgammaTerm(long double x, long double) {
  return x < 0 ? special::lgamma(1 - x) : 0;
}
long double digammaTerm(long double x, long double) {
  return x < 0 ? std::fabs(special::digamma(1 - x)) : 0;
}
long double zetaTerm(long double s, long double q) {
  if (!(q < 0))
    return 0;
  long double below = std::ceil(q) - q;
  return special::zeta(s, below) + special::zeta(s, 1 - below);
}
long double polygammaTerm(long double n, long double x) {
  if (n == 0 || !(x < 0))
    return digammaTerm(x, n);
  return std::tgamma(n + 1) * zetaTerm(n + 1, x);
}

} // namespace

const std::vector<Function>& functions() {
  static const auto* all = new std::vector<Function>{
      {Opcode::Exponential, unary<emitExp>(), LZ_REFERENCE(std::exp(x))},
      {Opcode::ExponentialMinusOne, unary<emitExpm1>(), LZ_REFERENCE(std::expm1(x))},
      {Opcode::Log, unary<emitLog>(), LZ_REFERENCE(std::log(x))},
      {Opcode::LogPlusOne, unary<emitLog1p>(), LZ_REFERENCE(std::log1p(x))},
      {Opcode::Logistic, unary<emitLogistic>(), LZ_REFERENCE(logisticReference(x))},
      {Opcode::Tanh, unary<emitTanh>(), LZ_REFERENCE(std::tanh(x))},
      {Opcode::Erf, unary<emitErf>(), LZ_REFERENCE(std::erf(x))},
      {Opcode::Erfc, unary<emitErfc>(), LZ_REFERENCE(std::erfc(x))},
      {Opcode::Sine, unary<emitSin>(), LZ_REFERENCE(std::sin(x))},
      {Opcode::Cosine, unary<emitCos>(), LZ_REFERENCE(std::cos(x))},
      {Opcode::Tan, unary<emitTan>(), LZ_REFERENCE(std::tan(x))},
      {Opcode::Cbrt, unary<emitCbrt>(), LZ_REFERENCE(std::cbrt(x))},
      {Opcode::Rsqrt, unary<emitRsqrt>(), LZ_REFERENCE(1 / std::sqrt(x))},
      {Opcode::RoundNearestAfz, unary<emitRoundAfz>(), LZ_REFERENCE(std::round(x))},
      {Opcode::Sign, unary<emitSign>(), LZ_REFERENCE(signReference(x))},
      {Opcode::Remainder, binary<emitRem>(), LZ_REFERENCE(std::fmod(x, y))},
      {Opcode::Power, binary<emitPow>(), LZ_REFERENCE(std::pow(x, y))},
      {Opcode::Atan2, binary<emitAtan2>(), LZ_REFERENCE(std::atan2(x, y))},
      {Opcode::Sinh, unary<emitSinh>(), LZ_REFERENCE(std::sinh(x))},
      {Opcode::Cosh, unary<emitCosh>(), LZ_REFERENCE(std::cosh(x))},
      {Opcode::Asin, unary<emitAsin>(), LZ_REFERENCE(std::asin(x))},
      {Opcode::Acos, unary<emitAcos>(), LZ_REFERENCE(std::acos(x))},
      {Opcode::Atan, unary<emitAtan>(), LZ_REFERENCE(std::atan(x))},
      {Opcode::Asinh, unary<emitAsinh>(), LZ_REFERENCE(std::asinh(x))},
      {Opcode::Acosh, unary<emitAcosh>(), LZ_REFERENCE(std::acosh(x))},
      {Opcode::Atanh, unary<emitAtanh>(), LZ_REFERENCE(std::atanh(x))},
      {Opcode::ErfInv, unary<emitErfInv>(), LZ_REFERENCE(special::erfInv(x)), nullptr, true},
      {Opcode::BesselI1e, unary<emitBesselI1e>(), LZ_REFERENCE(special::besselI1e(x)), nullptr,
       true},
      {Opcode::Lgamma, unary<emitLgamma>(), LZ_REFERENCE(special::lgamma(x)), lgammaTerm, true},
      {Opcode::Digamma, unary<emitDigamma>(), LZ_REFERENCE(special::digamma(x)), digammaTerm, true},
      {Opcode::Zeta, binary<emitZeta>(), LZ_REFERENCE(special::zeta(x, y)), zetaTerm, true},
      {Opcode::Polygamma, binary<emitPolygamma>(), LZ_REFERENCE(special::polygamma(x, y)),
       polygammaTerm, true},
  };
  return *all;
}

std::string nameOf(const Function& f) {
  return std::string(opInfo(f.opcode).name);
}

// Returns 1 / ulp, where ulp is the unit in the last place of T at `exact`.
template <typename T> static Wide<T> placesPerUnit(Wide<T> exact) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, float>) {
    // Computes the same result from the bits of the exponent. This is fast enough for billions of
    // values.
    uint64_t exponent = std::bit_cast<uint64_t>(exact) >> 52 & 0x7ff;
    exponent = std::max<uint64_t>(exponent, 1023 + Limits::min_exponent - 1);
    return std::bit_cast<double>((2 * 1023 + Limits::digits - 1 - exponent) << 52);
  }
  int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact);
  exponent = std::max(exponent, Limits::min_exponent - 1) - (Limits::digits - 1);
  return std::ldexp(Wide<T>{1}, -exponent);
}

template <typename T> double ulps(T actual, Wide<T> exact, Wide<T> least) {
  T rounded = static_cast<T>(exact);
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
  if (actual == rounded && (std::isinf(actual) || exact == 0))
    return std::signbit(actual) == std::signbit(exact) ? 0 : HUGE_VAL;
  bool hasSign = std::signbit(actual) == std::signbit(exact) || least > std::fabs(exact);
  if (std::isinf(exact) || (actual == 0 && !hasSign))
    return HUGE_VAL;
  Wide<T> value = actual;
  if (std::isinf(actual))
    value = std::copysign(std::ldexp(Wide<T>{1}, std::numeric_limits<T>::max_exponent), value);
  Wide<T> magnitude = std::max(std::fabs(exact), least);
  return static_cast<double>(std::fabs(value - exact) * placesPerUnit<T>(magnitude));
}
template double ulps(float, double, double);
template double ulps(double, long double, long double);

} // namespace lz::emit
