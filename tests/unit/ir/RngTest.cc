// rng gives the same numbers in each run of a program, and different numbers for each rng in it.
#include "CheckedText.h"
#include "formats/stablehlo/StableHloText.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lz::formats {
namespace {

constexpr int64_t kCount = 20000;

// Returns the numbers of `rng` with these operands and this result type.
StatusOr<Literal> numbers(const std::string& type, const std::string& a, const std::string& b,
                          const std::string& distribution) {
  const std::string scalar = "tensor<" + type + ">",
                    result = "tensor<" + std::to_string(kCount) + "x" + type + ">";
  LZ_ASSIGN_OR_RETURN(
      Program program,
      parseStableHlo("func.func @main() -> " + result + " {\n  %a = stablehlo.constant dense<" + a +
                         "> : " + scalar + "\n  %b = stablehlo.constant dense<" + b + "> : " +
                         scalar + "\n  %s = stablehlo.constant dense<" + std::to_string(kCount) +
                         "> : tensor<1xi64>\n  %r = stablehlo.rng %a, %b, "
                         "%s, distribution = " +
                         distribution + " : (" + scalar + ", " + scalar + ", tensor<1xi64>) -> " +
                         result + "\n  return %r : " + result + "\n}",
                     "t.mlir"));
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> results, eval::evaluate(program, {}));
  return results.front();
}

struct Moments {
  double mean = 0, deviation = 0, least = HUGE_VAL, greatest = -HUGE_VAL;
};

Moments momentsOf(const Literal& values) {
  Moments m;
  for (int64_t i = 0; i < kCount; ++i) {
    const double x = values.toDouble(i);
    m.mean += x / kCount;
    m.least = std::min(m.least, x);
    m.greatest = std::max(m.greatest, x);
  }
  for (int64_t i = 0; i < kCount; ++i)
    m.deviation += std::pow(values.toDouble(i) - m.mean, 2) / kCount;
  m.deviation = std::sqrt(m.deviation);
  return m;
}

TEST(Rng, UniformFloats) {
  for (const char* type : {"f32", "f64", "f16", "bf16"}) {
    StatusOr<Literal> values = numbers(type, "-2.0", "4.0", "UNIFORM");
    ASSERT_TRUE(values.ok()) << values.status();
    const Moments m = momentsOf(*values);
    EXPECT_NEAR(m.mean, 1, 0.05) << type;
    EXPECT_NEAR(m.deviation, 6 / std::sqrt(12.0), 0.05) << type;
    EXPECT_GE(m.least, -2) << type;
    EXPECT_LT(m.greatest, 4) << type;
  }
}

TEST(Rng, NormalFloats) {
  for (const char* type : {"f32", "f64", "f16", "bf16"}) {
    StatusOr<Literal> values = numbers(type, "3.0", "2.0", "NORMAL");
    ASSERT_TRUE(values.ok()) << values.status();
    const Moments m = momentsOf(*values);
    EXPECT_NEAR(m.mean, 3, 0.06) << type;
    EXPECT_NEAR(m.deviation, 2, 0.06) << type;
    EXPECT_LT(m.least, -3) << type;
    EXPECT_GT(m.greatest, 9) << type;
    EXPECT_TRUE(std::isfinite(m.least) && std::isfinite(m.greatest)) << type;
  }
}

TEST(Rng, Integers) {
  for (const char* type : {"i8", "i32", "i64", "ui16"}) {
    const bool isUnsigned = type[0] == 'u';
    StatusOr<Literal> values = numbers(type, isUnsigned ? "2" : "-3", "7", "UNIFORM");
    ASSERT_TRUE(values.ok()) << values.status();
    std::set<int64_t> seen;
    for (int64_t i = 0; i < kCount; ++i)
      seen.insert(values->toInt(i));
    EXPECT_EQ(*seen.begin(), isUnsigned ? 2 : -3) << type;
    EXPECT_EQ(*seen.rbegin(), 6) << type;
    EXPECT_EQ(seen.size(), isUnsigned ? 5U : 10U) << type;
  }
}

TEST(Rng, Booleans) {
  StatusOr<Literal> values = numbers("i1", "false", "true", "UNIFORM");
  ASSERT_TRUE(values.ok()) << values.status();
  EXPECT_NEAR(momentsOf(*values).mean, 0.5, 0.02);
}

TEST(Rng, EachHasItsOwnNumbers) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func private @draw() -> tensor<8xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<8> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @main() -> (tensor<8xf32>, tensor<8xf32>) {
  %x = call @draw() : () -> tensor<8xf32>
  %y = call @draw() : () -> tensor<8xf32>
  return %x, %y : tensor<8xf32>, tensor<8xf32>
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  StatusOr<std::vector<Literal>> once = eval::evaluate(*program, {}),
                                 again = eval::evaluate(*program, {});
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_FALSE((*once)[0] == (*once)[1]);
  EXPECT_EQ(*once, *again);
}

TEST(Rng, InLoopsIsRefused) {
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %w = stablehlo.while(%v = %x) : tensor<f32>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %r = stablehlo.rng %v, %x, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>
  })"),
                absl::StatusCode::kUnimplemented, "use rng_bit_generator, and carry its state");
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<1.0> : tensor<3xf32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y:2 = chlo.scan(%x) inits (%zero) dimension=0 {
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %r = stablehlo.rng %a, %c, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %r, %r : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>))"),
                absl::StatusCode::kUnimplemented, "use rng_bit_generator, and carry its state");
}

} // namespace
} // namespace lz::formats
