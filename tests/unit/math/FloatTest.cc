// Every elementary function on every CPU class against libm in the next wider format: all
// exponents, random bits and special values. Prints the table function x dtype x class -> largest
// error in ulp.
#include "MathJit.h"
#include "emit/math/Math.h"
#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <random>

namespace lz::emit {
namespace {

template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
template <typename T>
using BitsOf = std::conditional_t<std::is_same_v<T, float>, uint32_t, uint64_t>;

struct Function {
  const char* name;
  Body body;
  double (*asDouble)(double, double);
  long double (*asLong)(long double, long double);
  double bound; // ulp
};

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

const Function kUnary[] = {
    {"exp", unary<emitExp>(), LZ_REFERENCE(std::exp(x)), 2},
    {"expm1", unary<emitExpm1>(), LZ_REFERENCE(std::expm1(x)), 2.5},
    {"log", unary<emitLog>(), LZ_REFERENCE(std::log(x)), 2},
    {"log1p", unary<emitLog1p>(), LZ_REFERENCE(std::log1p(x)), 2},
    {"logistic", unary<emitLogistic>(), LZ_REFERENCE(logisticReference(x)), 2.5},
    {"tanh", unary<emitTanh>(), LZ_REFERENCE(std::tanh(x)), 2},
    {"erf", unary<emitErf>(), LZ_REFERENCE(std::erf(x)), 2.5},
    {"sin", unary<emitSin>(), LZ_REFERENCE(std::sin(x)), 2.5},
    {"cos", unary<emitCos>(), LZ_REFERENCE(std::cos(x)), 2.5},
    {"tan", unary<emitTan>(), LZ_REFERENCE(std::tan(x)), 2.5},
    {"cbrt", unary<emitCbrt>(), LZ_REFERENCE(std::cbrt(x)), 2},
    {"rem", binary<emitRem>(), LZ_REFERENCE(std::fmod(x, y)), 0},
    {"round", unary<emitRoundAfz>(), LZ_REFERENCE(std::round(x)), 0},
    {"sign", unary<emitSign>(), LZ_REFERENCE(signReference(x)), 0},
    {"rsqrt", unary<emitRsqrt>(), LZ_REFERENCE(1 / std::sqrt(x)), 2},
    {"pow", binary<emitPow>(), LZ_REFERENCE(std::pow(x, y)), 2},
    {"atan2", binary<emitAtan2>(), LZ_REFERENCE(std::atan2(x, y)), 2.5},
};

// Error of `actual` in units of the last place of T at the exact value.
template <typename T> double ulps(T actual, Wide<T> exact) {
  T rounded = static_cast<T>(exact);
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
  if (actual == 0 && rounded == 0)
    return std::signbit(actual) == std::signbit(rounded) ? 0 : HUGE_VAL;
  constexpr T largest = std::numeric_limits<T>::max();
  if (std::isinf(exact) || (std::isinf(rounded) && std::isinf(actual)))
    return static_cast<Wide<T>>(actual) == static_cast<Wide<T>>(rounded) ? 0 : HUGE_VAL;
  // One format wider, so that inf is the number after the largest.
  Wide<T> value =
      std::isinf(actual)
          ? std::copysign(
                static_cast<Wide<T>>(largest) * (1 + std::numeric_limits<T>::epsilon() / 2), actual)
          : static_cast<Wide<T>>(actual);
  int exponent = std::max(std::ilogb(exact), std::numeric_limits<T>::min_exponent - 1);
  Wide<T> ulp = std::ldexp(Wide<T>{1}, exponent - (std::numeric_limits<T>::digits - 1));
  return static_cast<double>(std::fabs(value - exact) / ulp);
}

template <typename T> std::vector<T> samples(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> x = {0,
                      T(-0.0),
                      1,
                      -1,
                      INFINITY,
                      -INFINITY,
                      NAN,
                      T(0.5),
                      T(-0.5),
                      2,
                      -2,
                      3,
                      -3,
                      std::numeric_limits<T>::denorm_min(),
                      -std::numeric_limits<T>::denorm_min(),
                      std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max(),
                      std::numeric_limits<T>::lowest()};
  while (x.size() < count) {
    BitsOf<T> bits = static_cast<BitsOf<T>>(random());
    double unit = static_cast<double>(random() >> 11) * 0x1p-53;
    switch (x.size() % 4) {
    case 0:
      x.push_back(std::bit_cast<T>(bits));
      break; // every exponent
    case 1:
      x.push_back(static_cast<T>((unit - 0.5) * 4));
      break; // near the origin
    case 2:
      x.push_back(static_cast<T>((unit - 0.5) * (sizeof(T) == 4 ? 220 : 1500)));
      break;
    default:
      x.push_back(static_cast<T>(std::ldexp(unit - 0.5, static_cast<int>(random() % 64) - 40)));
    }
  }
  return x;
}

template <typename T> struct Sweep {
  std::vector<T> x, y;
  std::vector<Wide<T>> exact;
};

template <typename T> Sweep<T> sweepOf(const Function& f, size_t count) {
  Sweep<T> s{samples<T>(count, 1), samples<T>(count, 2), {}};
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, float>)
      s.exact.push_back(f.asDouble(s.x[i], s.y[i]));
    else
      s.exact.push_back(f.asLong(s.x[i], s.y[i]));
  }
  return s;
}

template <typename T> void check(const Function& f, const Sweep<T>& s, MathJit& jit) {
  constexpr ElementKind kind = sizeof(T) == 4 ? ElementKind::F32 : ElementKind::F64;
  std::printf("%-9s %s", f.name, sizeof(T) == 4 ? "f32" : "f64");
  for (const TestClass& cpu : testClasses()) {
    ArrayFn fn = jit.compile(cpu, kind, /*scalar=*/false, f.body);
    ASSERT_NE(fn, nullptr) << f.name;
    std::vector<T> out(s.x.size());
    fn(s.x.data(), s.y.data(), out.data(), static_cast<int64_t>(out.size()));
    double worst = 0;
    size_t at = 0;
    for (size_t i = 0; i < out.size(); ++i)
      if (double error = ulps<T>(out[i], s.exact[i]); error > worst)
        worst = error, at = i;
    std::printf("  %s %.3f (%.9g)", cpu.name, worst, static_cast<double>(s.x[at]));
    EXPECT_LE(worst, f.bound) << f.name << " " << cpu.name << " x = " << s.x[at]
                              << " y = " << s.y[at] << " got " << out[at] << " exact "
                              << static_cast<double>(s.exact[at]);
  }
  std::printf("\n");
}

class Unary : public testing::TestWithParam<Function> {};

TEST_P(Unary, StaysWithinItsBound) {
  MathJit jit;
  check(GetParam(), sweepOf<float>(GetParam(), 1 << 20), jit);
  check(GetParam(), sweepOf<double>(GetParam(), 1 << 20), jit);
}

INSTANTIATE_TEST_SUITE_P(Math, Unary, testing::ValuesIn(kUnary),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::emit
