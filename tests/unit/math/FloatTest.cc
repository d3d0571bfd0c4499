// Every elementary function on every CPU class against libm in the next wider format: all
// exponents, random bits and special values; in f32 also against our own f64, on every 509th float,
// or on all of them with LAZULI_EVERY_FLOAT=1. Prints op, dtype and the largest error in ulp on
// each class, for docs/numerics.md.
#include "Functions.h"
#include "absl/strings/str_format.h"
#include "emit/math/Math.h"
#include "gtest/gtest.h"
#include "spec/Accuracy.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace lz::emit {
namespace {

template <typename T>
using BitsOf = std::conditional_t<std::is_same_v<T, float>, uint32_t, uint64_t>;

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
// origin, of whole numbers and of multiples of pi / 2, and powers and erfc close to overflow and
// underflow. The first operand is often a whole number, as an order of polygamma is.
template <typename T> void fillOperands(std::vector<T>& x, std::vector<T>& y, size_t count) {
  std::mt19937_64 random(5);
  auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  auto anyBits = [&] { return std::bit_cast<T>(static_cast<BitsOf<T>>(random())); };
  const double range = sizeof(T) == 4 ? 220 : 1500;
  for (T a : specials<T>())
    for (T b : specials<T>())
      x.push_back(a), y.push_back(b);
  while (x.size() < count) {
    switch (x.size() % 8) {
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
    case 6:
      x.push_back(T(random() % 24));
      y.push_back(
          T(std::round((unit() - 0.5) * 60) + std::ldexp(unit() - 0.5, -int(random() % 9))));
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

template <typename T> Worst<T> worstOf(const Function& f, ArrayFn fn, const Sweep<T>& s) {
  std::vector<T> out(s.x.size());
  fn(s.x.data(), s.y.data(), out.data(), static_cast<int64_t>(out.size()));
  Worst<T> worst;
  for (size_t i = 0; i < out.size(); ++i)
    worst.add(f, out[i], s.exact[i], s.x[i], s.y[i]);
  return worst;
}

// Floats `stride` bit patterns apart. The error of our f64 functions, below 4 ulp of f64, is
// invisible in f32.
void addFloats(const Function& f, absl::Span<const ArrayFn> fns, uint64_t stride,
               std::vector<Worst<float>>& worst) {
  constexpr size_t kBlock = 1 << 12;
  constexpr uint64_t kFloats = uint64_t{1} << 32;
  MathJit jit(hostCpuClass());
  ArrayFn reference = jit.compile(ElementKind::F64, /*scalar=*/false, f.body);
  std::vector<float> x(kBlock), actual(kBlock);
  std::vector<double> wide(kBlock), exact(kBlock);
  for (uint64_t first = 0; first < kFloats; first += kBlock * stride) {
    for (size_t i = 0; i < kBlock; ++i)
      wide[i] = x[i] = std::bit_cast<float>(uint32_t(first + i * stride));
    reference(wide.data(), nullptr, exact.data(), kBlock);
    for (size_t k = 0; k < fns.size(); ++k) {
      fns[k](x.data(), nullptr, actual.data(), kBlock);
      for (size_t i = 0; i < kBlock; ++i)
        worst[k].add(f, actual[i], exact[i], x[i]);
    }
  }
}

// The largest error on each class, within the bounds of accuracy.txt.
template <typename T>
std::vector<Worst<T>> check(const Function& f, const Sweep<T>& s, bool scalar, uint64_t stride) {
  std::vector<std::unique_ptr<MathJit>> jits;
  std::vector<ArrayFn> fns;
  std::vector<Worst<T>> worst;
  for (CpuClass cpu : hostCpuClasses()) {
    jits.push_back(std::make_unique<MathJit>(cpu));
    fns.push_back(jits.back()->compile(kindOf<T>(), scalar, f.body));
    worst.push_back(worstOf(f, fns.back(), s));
  }
  if constexpr (std::is_same_v<T, float>)
    if (stride)
      addFloats(f, fns, stride, worst);
  for (CpuClass cpu : hostCpuClasses())
    for (bool strict : {false, true}) {
      const Worst<T>& w = worst[size_t(cpu)];
      EXPECT_LE(w.error, errorBound(f.opcode, strict, cpu, dtypeOf<T>()))
          << nameOf(f) << " " << cpuClassName(cpu) << " x = " << w.x << " y = " << w.y << " got "
          << w.actual << " exact " << double(w.exact);
    }
  return worst;
}

template <typename T> void print(const Function& f, const std::vector<Worst<T>>& worst) {
  std::string row = absl::StrFormat("| %s | %s |", nameOf(f), dtypeName(dtypeOf<T>()));
  for (const Worst<T>& w : worst)
    absl::StrAppendFormat(&row, " %.2f |", w.error);
  std::printf("%s\n", row.c_str());
}

class Elementary : public testing::TestWithParam<Function> {};

TEST_P(Elementary, StaysWithinItsBound) {
  constexpr size_t kFew = 1 << 12;
  const Function& f = GetParam();
  const size_t many = f.isSpecial ? 1 << 17 : 1 << 20;
  bool isUnary = opInfo(f.opcode).numOperands == 1;
  uint64_t stride = !isUnary ? 0 : std::getenv("LAZULI_EVERY_FLOAT") ? 1 : 509;
  print(f, check(f, sweepOf<float>(f, many), /*scalar=*/false, stride));
  print(f, check(f, sweepOf<double>(f, many), /*scalar=*/false, 0));
  check(f, sweepOf<float>(f, kFew), /*scalar=*/true, 0);
  check(f, sweepOf<double>(f, kFew), /*scalar=*/true, 0);
}

// A machine that has nothing but scalars and FMA, as a GPU's target says.
template <typename T> Worst<T> worstWithoutInstructions(const Function& f, size_t count) {
  MathJit jit(hostCpuClass(), std::make_unique<Target>(VectorTarget{.f32Lanes = 1}));
  auto body = [&](LaneBuilder& b, mlir::Value x, mlir::Value y) {
    mlir::Value result = f.body(b, x, y);
    auto module = b.builder().getBlock()->getParentOp()->getParentOfType<mlir::ModuleOp>();
    module.walk([&](mlir::LLVM::CallIntrinsicOp call) { ADD_FAILURE() << call.getIntrin().str(); });
    return result;
  };
  return worstOf(f, jit.compile(kindOf<T>(), /*scalar=*/true, body), sweepOf<T>(f, count));
}

// What the project promises of the level standard.
template <typename T> double promise(const Function& f) {
  return (sizeof(T) == 4 ? 2 : 4) * (f.isSpecial ? 2 : 1);
}

TEST_P(Elementary, StaysWithinThePromiseWithoutInstructionsOfATarget) {
  if (hostCpuClass() == CpuClass::V2)
    GTEST_SKIP() << "this machine has no FMA";
  const Function& f = GetParam();
  const size_t count = f.isSpecial ? 1 << 13 : 1 << 16;
  EXPECT_LE(worstWithoutInstructions<float>(f, count).error, promise<float>(f));
  EXPECT_LE(worstWithoutInstructions<double>(f, count).error, promise<double>(f));
}

INSTANTIATE_TEST_SUITE_P(Math, Elementary, testing::ValuesIn(functions()),
                         [](const auto& info) { return nameOf(info.param); });

TEST(Accuracy, BoundsAreTwoUlpInF32AndFourInF64AndTwiceThatOfSpecialFunctions) {
  for (const Function& f : functions())
    for (CpuClass cpu : {CpuClass::V2, CpuClass::Avx2, CpuClass::Avx512}) {
      EXPECT_LE(errorBound(f.opcode, /*strict=*/false, cpu, DType::F32), promise<float>(f))
          << nameOf(f);
      EXPECT_LE(errorBound(f.opcode, /*strict=*/false, cpu, DType::F64), promise<double>(f))
          << nameOf(f);
    }
}

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
