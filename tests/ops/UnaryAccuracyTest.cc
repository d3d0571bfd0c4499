// Compiled f32 functions of one operand against double-precision libm on a million points.
#include "Harness.h"
#include "compiler/Compiler.h"
#include "gtest/gtest.h"
#include "hlo/eval/Compare.h"
#include "hlo/eval/Evaluate.h"

#include <cmath>
#include <random>

namespace lz::test {
namespace {

constexpr int64_t kPoints = 1'000'003;

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

Program programOf(Opcode opcode, DType dtype) {
  Program program;
  ValueId x = program.addValue({dtype, {kPoints}}), y = program.addValue({dtype, {kPoints}});
  program.body.params = {x};
  program.body.ops.push_back({opcode, {x}, {y}, Attrs(opInfo(opcode).attrs.size()), {}});
  program.body.results = {y};
  return program;
}

// A third of the points each: any bit pattern, [-16, 16), magnitudes spread evenly over [2^-20,
// 2^20).
Literal points() {
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

class UnaryAccuracy : public testing::TestWithParam<Opcode> {};

TEST_P(UnaryAccuracy, WithinTheEntrysBoundOfLibm) {
  Literal x = points();
  Literal wide({DType::F64, {kPoints}});
  std::copy_n(x.as<float>(), kPoints, wide.mutableAs<double>());
  auto exact = evaluate(programOf(GetParam(), DType::F64), {wide});
  ASSERT_TRUE(exact.ok()) << exact.status();
  Literal expected({DType::F32, {kPoints}});
  std::copy_n((*exact)[0].as<double>(), kPoints, expected.mutableAs<float>());

  auto executable = makeCompiler()->compile(programOf(GetParam(), DType::F32), modeOptions());
  ASSERT_TRUE(executable.ok()) << executable.status();
  auto device = runtime::Device::host();
  auto result = (*executable)->run(*device, {runtime::Storage::ofLiteral(x)});
  ASSERT_TRUE(result.ok()) << result.status();
  Literal actual = Literal::copyOf(expected.type(), result->outputs[0]->data());

  uint64_t worst = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < kPoints; ++i)
    if (uint64_t ulps = eval::ulpDistance(actual, expected, i); ulps > worst)
      worst = ulps, at = i;
  EXPECT_LE(worst, uint64_t(opInfo(GetParam()).ulp))
      << "at " << eval::elementText(x, at) << ": " << eval::elementText(actual, at)
      << ", libm says " << eval::elementText(expected, at);
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, UnaryAccuracy, testing::ValuesIn(unaryFloatOps()),
                         [](const auto& info) { return std::string(opInfo(info.param).name); });

} // namespace
} // namespace lz::test
