// Every elementary function on every CPU class against libm in the next wider format: all
// exponents, random bits and special values. Prints the table function x dtype x class -> largest
// error in ulp.
#include "MathJit.h"
#include "absl/strings/str_format.h"
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

const Function kFunctions[] = {
    {"exp", unary<emitExp>(), LZ_REFERENCE(std::exp(x)), 2},
    {"expm1", unary<emitExpm1>(), LZ_REFERENCE(std::expm1(x)), 2.5},
    {"log", unary<emitLog>(), LZ_REFERENCE(std::log(x)), 2},
    {"log1p", unary<emitLog1p>(), LZ_REFERENCE(std::log1p(x)), 2},
    {"logistic", unary<emitLogistic>(), LZ_REFERENCE(logisticReference(x)), 2.5},
    {"tanh", unary<emitTanh>(), LZ_REFERENCE(std::tanh(x)), 2},
    {"erf", unary<emitErf>(), LZ_REFERENCE(std::erf(x)), 2.5},
    {"erfc", unary<emitErfc>(), LZ_REFERENCE(std::erfc(x)), 2.5},
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

template <typename T> Wide<T> errorInUlps(Wide<T> actual, Wide<T> exact) {
  using Limits = std::numeric_limits<T>;
  int exponent = exact == 0 ? Limits::min_exponent : std::ilogb(exact);
  exponent = std::max(exponent, Limits::min_exponent - 1) - (Limits::digits - 1);
  return std::fabs(actual - exact) / std::ldexp(Wide<T>{1}, exponent);
}

// Error of `actual` in units of the last place of T at the exact value; 2^emax+1 stands for inf.
template <typename T> double ulps(T actual, Wide<T> exact) {
  using Limits = std::numeric_limits<T>;
  T rounded = static_cast<T>(exact);
  if (actual == rounded && (actual != 0 || std::signbit(actual) == std::signbit(rounded)))
    return std::isinf(actual) ? 0 : static_cast<double>(errorInUlps<T>(actual, exact));
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
  if (std::isinf(exact) || (actual == 0 && rounded == 0))
    return HUGE_VAL;
  Wide<T> afterLargest = std::ldexp(Wide<T>{1}, Limits::max_exponent);
  return static_cast<double>(
      errorInUlps<T>(std::isinf(actual) ? std::copysign(afterLargest, actual) : actual, exact));
}

template <typename T> const std::vector<T>& specials() {
  using Limits = std::numeric_limits<T>;
  static const std::vector<T> values = {0,
                                        T(-0.0),
                                        1,
                                        -1,
                                        T(0.5),
                                        T(-0.5),
                                        T(1.5),
                                        T(-1.5),
                                        T(2.5),
                                        2,
                                        -2,
                                        3,
                                        -3,
                                        INFINITY,
                                        -INFINITY,
                                        NAN,
                                        Limits::denorm_min(),
                                        -Limits::denorm_min(),
                                        Limits::min(),
                                        Limits::max(),
                                        Limits::lowest()};
  return values;
}

// All pairs of special values, then a mixture that has every exponent, the neighbourhood of the
// origin and of multiples of pi / 2, and powers and erfc close to overflow and underflow.
template <typename T> void fillOperands(std::vector<T>& x, std::vector<T>& y, size_t count) {
  std::mt19937_64 random(5);
  auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  auto anyBits = [&] { return std::bit_cast<T>(static_cast<BitsOf<T>>(random())); };
  const double range = sizeof(T) == 4 ? 220 : 1500;
  for (T a : specials<T>())
    for (T b : specials<T>())
      x.push_back(a), y.push_back(b);
  while (x.size() < count) {
    switch (x.size() % 7) {
    case 0:
      x.push_back(anyBits()), y.push_back(anyBits());
      break;
    case 1:
      x.push_back(T((unit() - 0.5) * 4)), y.push_back(T((unit() - 0.5) * 4));
      break;
    case 2:
      x.push_back(T((unit() - 0.5) * range)), y.push_back(T((unit() - 0.5) * range));
      break;
    case 3:
      x.push_back(T(std::ldexp(unit() - 0.5, int(random() % 64) - 40)));
      y.push_back(T(std::ldexp(unit() - 0.5, int(random() % 64) - 40)));
      break;
    case 4:
      x.push_back(
          T(static_cast<long double>(random() >> (1 + random() % 62)) * 1.57079632679489661923L));
      y.push_back(T(int(random() % 41) - 20));
      break;
    case 5:
      x.push_back(T((unit() - 0.5) * 60)), y.push_back(T(unit()));
      break;
    default:
      x.push_back(T(1 + std::ldexp(unit() - 0.5, -int(random() % 24))));
      y.push_back(T((unit() - 0.5) * range / std::log(static_cast<double>(x.back()))));
    }
  }
}

template <typename T> struct Sweep {
  std::vector<T> x, y;
  std::vector<Wide<T>> exact;
};

template <typename T> Sweep<T> sweepOf(const Function& f, size_t count) {
  Sweep<T> s;
  fillOperands(s.x, s.y, count);
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, float>)
      s.exact.push_back(f.asDouble(s.x[i], s.y[i]));
    else
      s.exact.push_back(f.asLong(s.x[i], s.y[i]));
  }
  return s;
}

struct Worst {
  double error = 0;
  size_t at = 0;
};

template <typename T> Worst measure(ArrayFn fn, const Sweep<T>& s, std::vector<T>& out) {
  out.resize(s.x.size());
  fn(s.x.data(), s.y.data(), out.data(), static_cast<int64_t>(out.size()));
  Worst worst;
  for (size_t i = 0; i < out.size(); ++i)
    if (double error = ulps<T>(out[i], s.exact[i]); error > worst.error)
      worst = {error, i};
  return worst;
}

template <typename T> void check(const Function& f, const Sweep<T>& s, bool scalar) {
  constexpr ElementKind kind = sizeof(T) == 4 ? ElementKind::F32 : ElementKind::F64;
  std::string row = absl::StrFormat("| %s | %s |", f.name, sizeof(T) == 4 ? "f32" : "f64");
  for (CpuClass cpu : hostCpuClasses()) {
    MathJit jit(cpu);
    ArrayFn fn = jit.compile(kind, scalar, f.body);
    ASSERT_NE(fn, nullptr) << f.name;
    std::vector<T> out;
    Worst worst = measure(fn, s, out);
    absl::StrAppendFormat(&row, " %.2f |", worst.error);
    EXPECT_LE(worst.error, f.bound)
        << f.name << " " << cpuClassName(cpu) << " x = " << s.x[worst.at]
        << " y = " << s.y[worst.at] << " got " << out[worst.at] << " exact "
        << static_cast<double>(s.exact[worst.at]);
  }
  if (!scalar)
    std::printf("%s %g |\n", row.c_str(), f.bound);
}

class Elementary : public testing::TestWithParam<Function> {};

TEST_P(Elementary, StaysWithinItsBound) {
  constexpr size_t kMany = 1 << 20, kFew = 1 << 12;
  check(GetParam(), sweepOf<float>(GetParam(), kMany), /*scalar=*/false);
  check(GetParam(), sweepOf<double>(GetParam(), kMany), /*scalar=*/false);
  check(GetParam(), sweepOf<float>(GetParam(), kFew), /*scalar=*/true);
  check(GetParam(), sweepOf<double>(GetParam(), kFew), /*scalar=*/true);
}

INSTANTIATE_TEST_SUITE_P(Math, Elementary, testing::ValuesIn(kFunctions),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Elementary, CosineOfZeroIsOneAndSinesStayWithinOne) {
  Sweep<float> s;
  fillOperands(s.x, s.y, 1 << 18);
  for (CpuClass cpu : hostCpuClasses())
    for (auto emit : {emitSin, emitCos}) {
      MathJit jit(cpu);
      Body body = [&](LaneBuilder& b, mlir::Value x, mlir::Value) { return emit(b, x); };
      ArrayFn fn = jit.compile(ElementKind::F32, /*scalar=*/false, body);
      std::vector<float> out(s.x.size());
      fn(s.x.data(), s.y.data(), out.data(), static_cast<int64_t>(out.size()));
      EXPECT_EQ(out[0], emit == emitCos ? 1 : 0);
      for (float y : out)
        ASSERT_FALSE(std::fabs(y) > 1);
    }
}

} // namespace
} // namespace lz::emit
