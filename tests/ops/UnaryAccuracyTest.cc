// Compares compiled functions of one operand with libm in double precision, on CPU classes of this
// machine (CpuSample.h), at both numerics levels. f32 is tested on a million points, and f16 and
// bf16 on all of their numbers.
#include "CpuSample.h"
#include "Harness.h"
#include "compiler/Compiler.h"
#include "gtest/gtest.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"
#include "spec/Accuracy.h"

#include <cmath>
#include <random>

namespace lz::test {
namespace {

std::vector<Opcode> unaryFloatOps() {
  std::vector<Opcode> ops;
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind == OpKind::Elementwise && info.numOperands == 1 &&
        info.resultSpec == ResultSpec::Inferred && accepts(info.types, DType::F32) && info.ulp > 0)
      ops.push_back(info.opcode);
  }
  return ops;
}

Program programOf(Opcode opcode, const TensorType& type) {
  Program program;
  ValueId x = program.addValue(type), y = program.addValue(type);
  program.body.params = {x};
  program.body.ops.push_back({opcode, {x}, {y}, Attrs(opInfo(opcode).attrs.size()), {}});
  program.body.results = {y};
  return program;
}

// A third of the points have random bits. A third lie in [-16, 16). A third have magnitudes from
// 2^-20 to 2^20, with equally likely exponents.
Literal points() {
  constexpr int64_t kPoints = 1'000'003;
  std::mt19937_64 random(7);
  Literal literal({DType::F32, {kPoints}});
  for (int64_t i = 0; i < kPoints; ++i) {
    uint64_t bits = random();
    float unit = float(int64_t(bits) >> 40) * 0x1p-23f; // [-1, 1)
    float values[] = {std::bit_cast<float>(uint32_t(bits)), 16 * unit,
                      std::copysign(std::exp2(20 * unit), float(int64_t(bits << 32)))};
    literal.mutableAs<float>()[i] = values[i % 3];
  }
  return literal;
}

Literal everyNumber(DType sixteenBits) {
  constexpr int64_t kNumbers = 1 << 16;
  Literal literal({sixteenBits, {kNumbers}});
  for (int64_t i = 0; i < kNumbers; ++i)
    literal.mutableAs<uint16_t>()[i] = uint16_t(i);
  return literal;
}

// Returns the function of x, computed in f64 and rounded to the type of x.
Literal expectedOf(Opcode opcode, const Literal& x) {
  int64_t n = x.type().numElements();
  Literal wide({DType::F64, {n}}), expected(x.type());
  for (int64_t i = 0; i < n; ++i)
    wide.mutableAs<double>()[i] = x.toDouble(i);
  auto exact = eval::evaluate(programOf(opcode, wide.type()), {wide});
  EXPECT_TRUE(exact.ok()) << exact.status();
  if (exact.ok())
    visitDType(x.type().dtype, [&](auto zero) {
      for (int64_t i = 0; i < n; ++i)
        expected.mutableAs<decltype(zero)>()[i] = decltype(zero)(float((*exact)[0].toDouble(i)));
    });
  return expected;
}

void expectWithin(double bound, Opcode opcode, const Literal& x, const Literal& expected,
                  const compiler::CompileOptions& options) {
  auto executable = compiler::makeCompiler()->compile(programOf(opcode, x.type()), options);
  ASSERT_TRUE(executable.ok()) << executable.status();
  auto device = runtime::Device::host();
  auto result = (*executable)->run(*device, {runtime::Storage::ofLiteral(x)});
  ASSERT_TRUE(result.ok()) << result.status();
  Literal actual = Literal::copyOf(expected.type(), result->outputs[0]->data());

  // For x < 0, terms of some ops cancel. Then an absolute error of `slack` is allowed.
  const double slack = bound * cancellingTerms(opcode) * 0x1p-23;
  auto isCancelled = [&](int64_t i) {
    return x.toDouble(i) < 0 && std::abs(actual.toDouble(i) - expected.toDouble(i)) <= slack;
  };
  uint64_t worst = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < x.type().numElements(); ++i)
    if (uint64_t ulps = eval::ulpDistance(actual, expected, i); ulps > worst && !isCancelled(i))
      worst = ulps, at = i;
  EXPECT_LE(double(worst), bound) << options.cpu << " at " << eval::elementText(x, at) << ": "
                                  << eval::elementText(actual, at) << ", libm says "
                                  << eval::elementText(expected, at);
}

class UnaryAccuracy : public testing::TestWithParam<Opcode> {};

TEST_P(UnaryAccuracy, WithinTheTablesBoundOfLibm) {
  for (DType dtype : {DType::F32, DType::F16, DType::BF16}) {
    Literal x = dtype == DType::F32 ? points() : everyNumber(dtype);
    Literal expected = expectedOf(GetParam(), x);
    for (MachineClass cpu : nextCpuClasses())
      for (compiler::Numerics level : {compiler::Numerics::Standard, compiler::Numerics::Strict}) {
        // The bound is larger by half an ulp, because the expected value is rounded too.
        double bound =
            errorBound(GetParam(), level == compiler::Numerics::Strict, cpu, DType::F32) + 0.5;
        compiler::CompileOptions options = modeOptions();
        options.cpu = machineClassName(cpu);
        options.numerics = level;
        expectWithin(dtype == DType::F32 ? bound : 1, GetParam(), x, expected, options);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, UnaryAccuracy, testing::ValuesIn(unaryFloatOps()),
                         [](const auto& info) { return std::string(opInfo(info.param).name); });

} // namespace
} // namespace lz::test
