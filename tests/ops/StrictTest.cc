// Numerics level strict (docs/numerics.md): every op is rounded as written, so programs of exactly
// rounded ops have the interpreter's bits.
#include "Harness.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/machine/MachineClass.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <unistd.h>

namespace lz::test {
namespace {

Program parse(const std::string& text) {
  StatusOr<Program> program = compiler::parseModule(text, "strict.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *std::move(program) : Program();
}

// Returns operands whose products and sums have more bits than the type, so that every fused or
// reordered operation changes a result.
Literal longNumbers(const TensorType& type, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> magnitude(0.5, 2);
  Literal literal = Literal::splat(type, 0);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_integral_v<T>)
      for (int64_t i = 0; i < type.numElements(); ++i)
        literal.mutableAs<T>()[i] = T(float(magnitude(random)) * (random() % 2 ? 1.0f : -1.0f));
  });
  if (type.dtype == DType::F64)
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<double>()[i] += 0x1p-40 * magnitude(random);
  return literal;
}

std::string strictDisagreement(const std::string& text, bool special, Bounds bounds) {
  Program program = parse(text);
  std::vector<Literal> args;
  for (ValueId param : program.body.params)
    args.push_back(special ? specialLiteral(program.type(param), 11 + args.size())
                           : longNumbers(program.type(param), 11 + args.size()));
  return disagreement(program, args, bounds, compiler::Numerics::Strict);
}

constexpr Bounds kSameBits = {.sameBits = true};

class Strict : public testing::TestWithParam<const char*> {
protected:
  // In the text, `T` stands for a tensor of 1003 elements.
  static std::string withType(const std::string& text) {
    return absl::StrReplaceAll(text, {{"T", std::string("tensor<1003x") + GetParam() + ">"}});
  }
};

constexpr char kMultiplyAdd[] = R"(
func.func @main(%x: T, %y: T, %z: T) -> (T, T, T) {
  %0 = stablehlo.multiply %x, %y : T
  %1 = stablehlo.add %0, %z : T
  %2 = stablehlo.subtract %z, %0 : T
  %3 = stablehlo.add %z, %z : T
  %4 = stablehlo.multiply %3, %1 : T
  %5 = stablehlo.subtract %4, %0 : T
  return %1, %2, %5 : T, T, T
})";

TEST_P(Strict, MultiplicationsAndAdditionsRoundAsWritten) {
  EXPECT_EQ(strictDisagreement(withType(kMultiplyAdd), /*special=*/false, kSameBits), "");
  EXPECT_EQ(strictDisagreement(withType(kMultiplyAdd), /*special=*/true, kSameBits), "");
}

// (x + y) + z is not x + (y + z); (x * y) / y is not x; x / 3 is not x * (1 / 3).
TEST_P(Strict, NothingIsReordered) {
  const char* text = R"(
func.func @main(%x: T, %y: T, %z: T) -> (T, T, T, T, T) {
  %c = stablehlo.constant dense<3.0> : T
  %0 = stablehlo.add %x, %y : T
  %1 = stablehlo.add %0, %z : T
  %2 = stablehlo.subtract %1, %x : T
  %3 = stablehlo.multiply %x, %y : T
  %4 = stablehlo.divide %3, %y : T
  %5 = stablehlo.divide %z, %c : T
  %6 = stablehlo.abs %x : T
  %7 = stablehlo.sqrt %6 : T
  %8 = stablehlo.divide %y, %7 : T
  %9 = stablehlo.negate %8 : T
  %10 = stablehlo.multiply %7, %7 : T
  return %2, %4, %5, %9, %10 : T, T, T, T, T
})";
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/false, kSameBits), "");
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/true, kSameBits), "");
}

// At level strict, powers are computed by the power function, within the bound of this function. At
// -inf and -0, shorter forms such as a square root would give other results.
TEST_P(Strict, PowersAreTheFunction) {
  const char* text = R"(
func.func @main(%x: T) -> (T, T) {
  %three = stablehlo.constant dense<3.0> : T
  %half = stablehlo.constant dense<0.5> : T
  %0 = stablehlo.power %x, %three : T
  %1 = stablehlo.power %x, %half : T
  return %0, %1 : T, T
})";
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/true, {}), "");
}

// x^2, x^-1 and divisions by a power of two are rewritten at this level too, because the shorter
// forms also round once.
TEST_P(Strict, ExactRewritesStay) {
  const char* text = R"(
func.func @main(%x: T) -> (T, T, T) {
  %two = stablehlo.constant dense<2.0> : T
  %minus = stablehlo.constant dense<-1.0> : T
  %eight = stablehlo.constant dense<8.0> : T
  %0 = stablehlo.power %x, %two : T
  %1 = stablehlo.power %x, %minus : T
  %2 = stablehlo.divide %x, %eight : T
  return %0, %1, %2 : T, T, T
})";
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/false, {.ulps = 1}), "");
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/true, {.ulps = 1}), "");
}

// The results are sums of rows in lanes, of columns, of short rows, of rows inside of another
// reduction, and sums that their kernel uses. All sums have less than 65,536 elements, so that none
// is split.
TEST_P(Strict, SumsAreAddedInTheirOrder) {
  const char* text = R"(
func.func @main(%x: tensor<37x203xT>, %y: tensor<64x7xT>) -> (tensor<37xT>, tensor<203xT>, tensor<T>, tensor<37x203xT>, tensor<64xT>, tensor<7xT>, tensor<37xT>) {
  %zero = stablehlo.constant dense<0.0> : tensor<T>
  %one = stablehlo.constant dense<1.0> : tensor<T>
  %0 = stablehlo.multiply %x, %x : tensor<37x203xT>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x203xT>, tensor<T>) -> tensor<37xT>
  %2 = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [0] : (tensor<37x203xT>, tensor<T>) -> tensor<203xT>
  %3 = stablehlo.reduce(%0 init: %one) applies stablehlo.add across dimensions = [0, 1] : (tensor<37x203xT>, tensor<T>) -> tensor<T>
  %4 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<37xT>) -> tensor<37x203xT>
  %5 = stablehlo.divide %x, %4 : tensor<37x203xT>
  %6 = stablehlo.reduce(%y init: %one) applies stablehlo.add across dimensions = [1] : (tensor<64x7xT>, tensor<T>) -> tensor<64xT>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<64xT>) -> tensor<64x7xT>
  %8 = stablehlo.add %y, %7 : tensor<64x7xT>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x7xT>, tensor<T>) -> tensor<7xT>
  %10 = stablehlo.reduce(%5 init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<37x203xT>, tensor<T>) -> tensor<37xT>
  return %1, %2, %3, %5, %6, %9, %10 : tensor<37xT>, tensor<203xT>, tensor<T>, tensor<37x203xT>, tensor<64xT>, tensor<7xT>, tensor<37xT>
})";
  std::string typed =
      absl::StrReplaceAll(text, {{"xT>", absl::StrCat("x", GetParam(), ">")},
                                 {"tensor<T>", absl::StrCat("tensor<", GetParam(), ">")}});
  EXPECT_EQ(strictDisagreement(typed, /*special=*/false, kSameBits), "");
}

// The interpreter computes functions of constants.
TEST_P(Strict, FoldedConstantsAreTheInterpretersValues) {
  const char* text = R"(
func.func @main() -> (T, T) {
  %c = stablehlo.constant dense<1.7> : T
  %0 = stablehlo.exponential %c : T
  %1 = stablehlo.log %0 : T
  %2 = stablehlo.power %c, %0 : T
  return %1, %2 : T, T
})";
  EXPECT_EQ(strictDisagreement(withType(text), /*special=*/false, kSameBits), "");
  EXPECT_EQ(disagreement(parse(withType(text)), Arguments{}, kSameBits), "");
}

INSTANTIATE_TEST_SUITE_P(Floats, Strict, testing::Values("f16", "bf16", "f32", "f64"),
                         [](const auto& info) { return std::string(info.param); });

// Returns the machine code of the kernels for a CPU class with fused operations.
std::string assembly(compiler::Numerics numerics) {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                 absl::StrCat("strict_", int(numerics), "_",
                                              // Because the test runs in several modes at once.
                                              getpid());
  std::filesystem::remove_all(folder);
  compiler::CompileOptions options;
  options.numerics = numerics;
  options.cpu = "avx2";
  options.dumpDir = folder.string();
  std::string text = absl::StrReplaceAll(kMultiplyAdd, {{"T", "tensor<1003xf32>"}});
  auto executable = compiler::makeCompiler()->compile(parse(text), options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  std::stringstream all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".s")
      all << std::ifstream(entry.path()).rdbuf();
  std::filesystem::remove_all(folder);
  return all.str();
}

// The function f is applied to an array, to numbers that are equal in all lanes, and to numbers in
// a kernel that also has wider ones.
constexpr const char* kFormsOfAFunction[] = {R"(
func.func @main(%x: tensor<40xT>) -> tensor<40xT> {
  %0 = stablehlo.f %x : tensor<40xT>
  return %0 : tensor<40xT>
})",
                                             R"(
func.func @main(%x: tensor<40xT>) -> tensor<40xT> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<40xT>) -> tensor<40x33xT>
  %1 = stablehlo.f %0 : tensor<40x33xT>
  %2 = stablehlo.slice %1 [0:40, 32:33] : (tensor<40x33xT>) -> tensor<40x1xT>
  %3 = stablehlo.reshape %2 : (tensor<40x1xT>) -> tensor<40xT>
  return %3 : tensor<40xT>
})",
                                             R"(
func.func @main(%x: tensor<40xT>) -> tensor<40xT> {
  %0 = stablehlo.slice %x [7:8] : (tensor<40xT>) -> tensor<1xT>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xT>) -> tensor<40xT>
  %2 = stablehlo.f %1 : tensor<40xT>
  return %2 : tensor<40xT>
})",
                                             R"(
func.func @main(%x: tensor<40xT>) -> tensor<40xf64> {
  %0 = stablehlo.f %x : tensor<40xT>
  %1 = stablehlo.convert %0 : (tensor<40xT>) -> tensor<40xf64>
  return %1 : tensor<40xf64>
})"};

// Rows are added in order even if a vector has only one lane, and is a scalar.
TEST(StrictSums, HaveTheBitsOfTheInterpreterWithoutVectors) {
  Program program = parse(R"(
func.func @main(%x: tensor<3x100xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x100xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
})");
  const Arguments args{longNumbers(program.type(program.body.params[0]), 5)};
  compiler::CompileOptions options;
  options.numerics = compiler::Numerics::Strict;
  options.disabled = {"vectors"};
  EXPECT_EQ(compareOutputs(runCompiled(program, args, options), *eval::evaluate(program, args),
                           kSameBits),
            "");
}

TEST(StrictFunctions, HaveTheSameBitsForAScalarAndInAnyVector) {
  compiler::CompileOptions options;
  options.numerics = compiler::Numerics::Strict;
  for (const char* function : {"exponential", "exponential_minus_one", "log", "log_plus_one",
                               "tanh", "logistic", "sine", "cosine", "tan", "cbrt", "rsqrt"})
    for (const char* type : {"f32", "f64"}) {
      std::vector<std::vector<Literal>> results;
      for (const char* form : kFormsOfAFunction) {
        std::string text = absl::StrReplaceAll(
            form, {{"T", type}, {"stablehlo.f ", absl::StrCat("stablehlo.", function, " ")}});
        Program program = parse(text);
        Literal x({program.type(program.body.params[0]).dtype, {40}});
        visitDType(x.type().dtype, [&](auto zero) {
          for (int64_t i = 0; i < 40; ++i)
            x.mutableAs<decltype(zero)>()[i] = decltype(zero)(float(double(i + 1) / 13));
        });
        auto outputs = runCompiled(program, {x}, options);
        ASSERT_TRUE(outputs.ok()) << outputs.status() << text;
        results.push_back(*std::move(outputs));
      }
      for (int64_t i = 0; i < 40; ++i) {
        double alone = results[0][0].toDouble(i);
        EXPECT_EQ(results[1][0].toDouble(i), alone) << function << " " << type << ", element " << i;
        EXPECT_EQ(results[2][0].toDouble(i), results[0][0].toDouble(7)) << function << " " << type;
        EXPECT_EQ(results[3][0].toDouble(i), alone) << function << " " << type << ", element " << i;
      }
    }
}

TEST(StrictCode, NoFusedOperations) {
  if (!runs(hostMachineClass(), MachineClass::Avx2))
    GTEST_SKIP() << "the machine has none";
  std::string strict = assembly(compiler::Numerics::Strict),
              standard = assembly(compiler::Numerics::Standard);
  EXPECT_NE(strict.find("mul"), std::string::npos);
  EXPECT_EQ(strict.find("vfm"), std::string::npos);
  EXPECT_EQ(strict.find("vfnm"), std::string::npos);
  EXPECT_NE(standard.find("vfm"), std::string::npos);
}

// With these operands, a fused operation changes the result.
TEST(StrictCode, StandardMayFuse) {
  if (!runs(hostMachineClass(), MachineClass::Avx2))
    GTEST_SKIP() << "the machine does not";
  Program program = parse(absl::StrReplaceAll(kMultiplyAdd, {{"T", "tensor<1003xf32>"}}));
  std::vector<Literal> args;
  for (ValueId param : program.body.params)
    args.push_back(longNumbers(program.type(param), args.size()));
  EXPECT_NE(disagreement(program, args, kSameBits, compiler::Numerics::Standard), "");
}

} // namespace
} // namespace lz::test
