#include "Functions.h"

#include "emit/math/Math.h"

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
  };
  return *all;
}

std::string nameOf(const Function& f) {
  return std::string(opInfo(f.opcode).name);
}

// 1 / the unit of the last place of T at `exact`.
template <typename T> static Wide<T> placesPerUnit(Wide<T> exact) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, float>) {
    // The same by the exponent's bits, for billions of values.
    uint64_t exponent = std::bit_cast<uint64_t>(exact) >> 52 & 0x7ff;
    exponent = std::max<uint64_t>(exponent, 1023 + Limits::min_exponent - 1);
    return std::bit_cast<double>((2 * 1023 + Limits::digits - 1 - exponent) << 52);
  }
  int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact);
  exponent = std::max(exponent, Limits::min_exponent - 1) - (Limits::digits - 1);
  return std::ldexp(Wide<T>{1}, -exponent);
}

template <typename T> double ulps(T actual, Wide<T> exact) {
  T rounded = static_cast<T>(exact);
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
  if (actual == rounded && (std::isinf(actual) || exact == 0))
    return std::signbit(actual) == std::signbit(exact) ? 0 : HUGE_VAL;
  if (std::isinf(exact) || (actual == 0 && std::signbit(actual) != std::signbit(exact)))
    return HUGE_VAL;
  Wide<T> value = actual;
  if (std::isinf(actual))
    value = std::copysign(std::ldexp(Wide<T>{1}, std::numeric_limits<T>::max_exponent), value);
  return static_cast<double>(std::fabs(value - exact) * placesPerUnit<T>(exact));
}
template double ulps(float, double);
template double ulps(double, long double);

} // namespace lz::emit
