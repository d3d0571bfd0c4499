// Compares every elementary function on every CPU class with libm in the next wider format. The
// operands have all exponents, random bits and special values. In f32 each function is also
// compared with Lazuli's own f64 function, on every 509th float, or on all floats with
// LAZULI_EVERY_FLOAT=1. Prints op, dtype and the largest error in ulp on each class, for
// docs/numerics.md.
#include "Sweep.h"
#include "absl/strings/str_format.h"
#include "emit/math/Math.h"
#include "gtest/gtest.h"
#include "spec/Accuracy.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lz::emit {
namespace {

// Computes f for every `stride`-th bit pattern of f32, and adds the errors to `worst`. The
// reference is the same function in f64. Its own error, below 4 ulp of f64, does not matter in f32.
void addFloats(const Function& f, absl::Span<const ArrayFn> fns, uint64_t stride,
               std::vector<Worst<float>>& worst) {
  constexpr size_t kBlock = 1 << 12;
  constexpr uint64_t kFloats = uint64_t{1} << 32;
  MathJit jit(hostMachineClass());
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

// Finds the largest error on each CPU class and checks it against accuracy.txt.
template <typename T>
std::vector<Worst<T>> check(const Function& f, const Sweep<T>& s, bool scalar, uint64_t stride) {
  CodeOfClasses code(kindOf<T>(), scalar, f);
  std::vector<Worst<T>> worst;
  for (ArrayFn fn : code.functions())
    worst.push_back(worstOf(f, fn, s));
  if constexpr (std::is_same_v<T, float>)
    if (stride)
      addFloats(f, code.functions(), stride, worst);
  expectWithinBounds<T>(f, worst);
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
  print(f, check(f, sweepOf(f, mixedOperands<float>(many)), /*scalar=*/false, stride));
  print(f, check(f, sweepOf(f, mixedOperands<double>(many)), /*scalar=*/false, 0));
  check(f, sweepOf(f, mixedOperands<float>(kFew)), /*scalar=*/true, 0);
  check(f, sweepOf(f, mixedOperands<double>(kFew)), /*scalar=*/true, 0);
}

// Returns the largest error of code for a target with only scalars and FMA, like a GPU's.
template <typename T> Worst<T> worstWithoutInstructions(const Function& f, size_t count) {
  MathJit jit(hostMachineClass(), std::make_unique<Target>(schedule::VectorTarget{.f32Lanes = 1}));
  auto body = [&](LaneBuilder& b, mlir::Value x, mlir::Value y) {
    mlir::Value result = f.body(b, x, y);
    auto module = b.builder().getBlock()->getParentOp()->getParentOfType<mlir::ModuleOp>();
    module.walk([&](mlir::LLVM::CallIntrinsicOp call) { ADD_FAILURE() << call.getIntrin().str(); });
    return result;
  };
  return worstOf(f, jit.compile(kindOf<T>(), /*scalar=*/true, body),
                 sweepOf(f, mixedOperands<T>(count)));
}

// Returns the bound in ulp that docs/numerics.md states for level standard.
template <typename T> double promise(const Function& f) {
  return (sizeof(T) == 4 ? 2 : 4) * (f.isSpecial ? 2 : 1);
}

TEST_P(Elementary, StaysWithinThePromiseWithoutInstructionsOfATarget) {
  if (hostMachineClass() == MachineClass::X86V2)
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
    for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512}) {
      EXPECT_LE(errorBound(f.opcode, /*strict=*/false, cpu, DType::F32), promise<float>(f))
          << nameOf(f);
      EXPECT_LE(errorBound(f.opcode, /*strict=*/false, cpu, DType::F64), promise<double>(f))
          << nameOf(f);
    }
}

// Returns small multiples of the least denormal number. Products of these and fractions round to
// whole multiples of it.
template <typename T> Operands<T> fewTimesTheLeastNumber() {
  Operands<T> operands;
  for (int x = 1; x <= 16; ++x)
    for (int y = 1; y <= 16; ++y) {
      operands.x.push_back(T(x) * std::numeric_limits<T>::denorm_min());
      operands.y.push_back(T(y) * std::numeric_limits<T>::denorm_min());
    }
  return operands;
}

TEST(Elementary, AnglesOfDenormalNumbersStayWithinTheirBound) {
  for (const Function& f : functions())
    if (f.opcode == Opcode::Atan2) {
      check(f, sweepOf(f, fewTimesTheLeastNumber<float>()), /*scalar=*/false, 0);
      check(f, sweepOf(f, fewTimesTheLeastNumber<double>()), /*scalar=*/false, 0);
    }
}

TEST(Elementary, CosineOfZeroIsOneAndSinesStayWithinOne) {
  const std::vector<float> operands = mixedOperands<float>(1 << 18).x;
  for (MachineClass cpu : hostMachineClasses())
    for (auto emit : {emitSin, emitCos}) {
      MathJit jit(cpu);
      Body body = [&](LaneBuilder& b, mlir::Value x, mlir::Value) { return emit(b, x); };
      ArrayFn fn = jit.compile(ElementKind::F32, /*scalar=*/false, body);
      std::vector<float> out(operands.size());
      fn(operands.data(), operands.data(), out.data(), static_cast<int64_t>(out.size()));
      EXPECT_EQ(out[0], emit == emitCos ? 1 : 0);
      for (float y : out)
        ASSERT_FALSE(std::fabs(y) > 1);
    }
}

} // namespace
} // namespace lz::emit
