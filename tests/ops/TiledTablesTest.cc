// Divides tables of pairs into small tiles, whatever the costs are, and compares the results with
// the interpreter's for the program as it was written.
//
// LAZULI_CHAINS sets the number of random programs, and LAZULI_SEED selects another sequence.
#include "CaseFiles.h"
#include "Gradients.h"
#include "Harness.h"
#include "RandomProgram.h"
#include "TableChecks.h"
#include "TablePrograms.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lz::test {
namespace {

using Outputs = StatusOr<std::vector<Literal>>;

StatusOr<Program> tiled(const Program& program, int64_t tile) {
  return afterPasses(program, {.tile = tile, .verify = true});
}

bool hasLoops(const Program& program) {
  return absl::StrContains(*compiler::printModule(program), "stablehlo.while");
}

// Returns "", or the first element that differs. Infinities and NaN must be at the same places.
std::string compare(const Literal& actual, const Literal& expected) {
  double largest = 1;
  for (int64_t i = 0; i < expected.type().numElements(); ++i)
    if (const double x = std::abs(expected.toDouble(i)); std::isfinite(x))
      largest = std::max(largest, x);
  for (int64_t i = 0; i < expected.type().numElements(); ++i) {
    const double a = actual.toDouble(i), e = expected.toDouble(i);
    const bool isSame = (std::isnan(a) && std::isnan(e)) || a == e ||
                        std::abs(a - e) <= toleranceOf(expected.type().dtype) * largest;
    if (!isSame)
      return absl::StrCat("element ", i, " is ", a, ", not ", e);
  }
  return "";
}

std::string compare(const Outputs& actual, const std::vector<Literal>& expected) {
  if (!actual.ok())
    return actual.status().ToString();
  for (size_t r = 0; r < expected.size(); ++r)
    if (std::string text = compare((*actual)[r], expected[r]); !text.empty())
      return absl::StrCat("result ", r, ": ", text);
  return "";
}

struct Tried {
  std::string error;
  bool isTiled = false;
};

Outputs compiled(const Program& program, const Arguments& args) {
  compiler::CompileOptions options = modeOptions();
  options.disabled.push_back("tile-tables");
  return runCompiled(program, args, options);
}

Tried tryTile(const Program& program, const Arguments& args, int64_t tile, bool isCompiled) {
  // The interpreter rounds each sum of 16-bit floats to 16 bits, and kernels do not.
  const bool isOf16Bits = storageBits(args[0].type().dtype) == 16;
  Outputs expected = isOf16Bits ? compiled(program, args) : eval::evaluate(program, args);
  if (!expected.ok())
    return {expected.status().ToString()};
  StatusOr<Program> loops = tiled(program, tile);
  if (!loops.ok())
    return {loops.status().ToString()};
  Tried tried{"", hasLoops(*loops)};
  if (!isOf16Bits)
    tried.error = compare(eval::evaluate(*loops, args), *expected);
  if (tried.error.empty() && (isCompiled || isOf16Bits))
    if (std::string text = compare(compiled(*loops, args), *expected); !text.empty())
      tried.error = absl::StrCat("compiled: ", text);
  if (!tried.error.empty())
    absl::StrAppend(&tried.error, "\ntile ", tile);
  return tried;
}

// Replaces some floats of the first argument.
void addSpecials(Arguments& args, uint64_t seed) {
  Literal& x = args[0];
  if (!isFloat(x.type().dtype))
    return;
  const TensorType type = x.type();
  const Literal specials = specialLiteral(type, seed);
  Literal mixed = Literal::copyOf(type, x.data());
  const size_t bytes = size_t(storageBits(type.dtype)) / 8;
  for (int64_t i = int64_t(seed % 5); i < type.numElements(); i += 5)
    if (const double s = specials.toDouble(i); !std::isfinite(s) || s == 0)
      std::memcpy(mixed.mutableAs<std::byte>() + size_t(i) * bytes,
                  static_cast<const std::byte*>(specials.data()) + size_t(i) * bytes, bytes);
  x = mixed;
}

constexpr int64_t kTiles[] = {2, 3, 4, 7};

TEST(TiledTables, RandomProgramsAgreeWithTheInterpreter) {
  const uint64_t count = uint64_t(environmentNumber("LAZULI_CHAINS", 300)),
                 first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  uint64_t loops = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const TableProgram drawn = tableProgram(seed);
    StatusOr<Program> program = compiler::parseModule(drawn.text, "table");
    ASSERT_TRUE(program.ok()) << program.status() << drawn.text;
    Arguments args = randomArguments(*program, seed, /*specials=*/false);
    if (drawn.hasSpecials)
      addSpecials(args, seed);
    const bool isGradient = drawn.hasGradients && seed % 2 == 0;
    if (isGradient) {
      StatusOr<Program> gradient = gradientProgram(*program);
      ASSERT_TRUE(gradient.ok()) << gradient.status() << drawn.text;
      args = withCotangents(*program, args);
      program = std::move(gradient);
    }
    const Tried tried = tryTile(*program, args, kTiles[seed % 4], seed % 16 == 0);
    loops += tried.isTiled;
    EXPECT_EQ(tried.error, "") << "seed " << seed << (isGradient ? ", gradient of\n" : "\n")
                               << drawn.text;
  }
  EXPECT_GE(loops, count / 2) << "programs have loops over several tiles";
}

TEST(TiledTables, NothingIsTiledAtLevelStrict) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    StatusOr<Program> program = compiler::parseModule(tableProgram(seed).text, "table");
    ASSERT_TRUE(program.ok()) << program.status();
    StatusOr<Program> strict = afterPasses(*program, {.strict = true, .tile = 3}),
                      disabled = afterPasses(
                          *program, {.disabled = {"tile-tables"}, .strict = true, .tile = 3});
    ASSERT_TRUE(strict.ok() && disabled.ok());
    EXPECT_EQ(*compiler::printModule(*strict), *compiler::printModule(*disabled));
  }
}

// Sums over the rows of a table of products, whose operands are arrays times the factors a and b.
// `isTurned` swaps the operands of the multiplications.
std::string scaledProduct(const char* a, const char* b, const std::string& dtype, bool isTurned) {
  auto scale = [&](const char* scaled, const char* factors, const char* x, const char* type) {
    return isTurned
               ? absl::StrCat("  ", scaled, " = stablehlo.multiply ", factors, ", ", x, " : ", type)
               : absl::StrCat("  ", scaled, " = stablehlo.multiply ", x, ", ", factors, " : ",
                              type);
  };
  std::string text =
      absl::StrCat(R"(
func.func @main(%x: tensor<9x5xT>, %y: tensor<5x14xT>) -> (tensor<9xT>, tensor<9xT>) {
  %zero = stablehlo.constant dense<0.0> : tensor<T>
  %low = stablehlo.constant dense<-3.0e+38> : tensor<T>
  %a = stablehlo.constant dense<)",
                   a, R"(> : tensor<9x5xT>
  %b = stablehlo.constant dense<)",
                   b, "> : tensor<5x14xT>\n", scale("%ax", "%a", "%x", "tensor<9x5xT>"), "\n",
                   scale("%by", "%b", "%y", "tensor<5x14xT>"), R"(
  %s = stablehlo.dot_general %ax, %by, contracting_dims = [1] x [0] : (tensor<9x5xT>, tensor<5x14xT>) -> tensor<9x14xT>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<9x14xT>, tensor<T>) -> tensor<9xT>
  %e = stablehlo.tanh %s : tensor<9x14xT>
  %r = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x14xT>, tensor<T>) -> tensor<9xT>
  return %m, %r : tensor<9xT>, tensor<9xT>
})");
  return absl::StrReplaceAll(text, {{"xT>", "x" + dtype + ">"}, {"<T>", "<" + dtype + ">"}});
}

size_t bytesOf(const Literal& literal) {
  return size_t(literal.type().numElements() * storageBits(literal.type().dtype) / 8);
}

bool isPowerOfTwo(const char* number) {
  int exponent = 0;
  return std::abs(std::frexp(std::stod(number), &exponent)) == 0.5;
}

// Returns whether an operand of a product is the result of a multiplication. Also returns true if
// the program multiplies an array that has the type of a parameter, before a loop.
bool scalesOperands(const Program& program, const Region& region) {
  for (const Op& op : region.ops) {
    auto isOperand = [&](const Op& product) {
      return product.opcode == Opcode::DotGeneral &&
             std::count(product.operands.begin(), product.operands.end(), op.results[0]) > 0;
    };
    auto hasTypeOf = [&](ValueId param) {
      return program.type(param) == program.type(op.results[0]);
    };
    if (op.opcode == Opcode::Multiply &&
        (std::any_of(region.ops.begin(), region.ops.end(), isOperand) ||
         std::any_of(program.body.params.begin(), program.body.params.end(), hasTypeOf)))
      return true;
    for (const Region& inner : op.regions)
      if (scalesOperands(program, inner))
        return true;
  }
  return false;
}

// A power of two moves from an operand to the product, and other factors stay. The largest element
// of each row, which no other order of additions changes, keeps its bits.
TEST(TiledTables, PowersOfTwoMoveToTheProduct) {
  for (const char* dtype : {"f32", "f64"})
    for (const char* a : {"2.0", "-0.125", "1.5"})
      for (const char* b : {"0.5", "-4.0", "0.3"})
        for (bool isTurned : {false, true}) {
          const std::string text = scaledProduct(a, b, dtype, isTurned);
          StatusOr<Program> program = compiler::parseModule(text, "scaled");
          ASSERT_TRUE(program.ok()) << program.status() << text;
          const Arguments args = randomArguments(*program, 7, /*specials=*/false);
          for (int64_t tile : kTiles) {
            const Tried tried = tryTile(*program, args, tile, /*isCompiled=*/tile == 4);
            EXPECT_EQ(tried.error, "") << text;
            EXPECT_TRUE(tried.isTiled) << text;
          }
          StatusOr<Program> loops = tiled(*program, 4);
          ASSERT_TRUE(loops.ok()) << loops.status();
          EXPECT_EQ(scalesOperands(*loops, loops->body), !(isPowerOfTwo(a) && isPowerOfTwo(b)))
              << text;
          Outputs moved = eval::evaluate(*loops, args), written = eval::evaluate(*program, args);
          ASSERT_TRUE(moved.ok() && written.ok());
          if (isPowerOfTwo(a) && isPowerOfTwo(b))
            EXPECT_EQ(std::memcmp((*moved)[0].data(), (*written)[0].data(), bytesOf((*moved)[0])),
                      0)
                << text;
        }
}

// The programs of tests/ops/tiled. The comment "// WHOLE: reason" means that the table is not
// tiled.
class TiledTableCases : public testing::TestWithParam<CaseProgram> {};

TEST_P(TiledTableCases, AgreeWithTheInterpreter) {
  StatusOr<Program> program = compiler::parseModule(GetParam().text, GetParam().name);
  ASSERT_TRUE(program.ok()) << program.status();
  const Arguments args = randomArguments(*program, 1, /*specials=*/false);
  for (int64_t tile : kTiles) {
    const Tried tried = tryTile(*program, args, tile, /*isCompiled=*/tile == 3);
    EXPECT_EQ(tried.error, "");
    if (tile == 2) // longer tiles may leave a single trip, which is no loop
      EXPECT_EQ(tried.isTiled, !absl::StrContains(GetParam().text, "// WHOLE: "));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, TiledTableCases, testing::ValuesIn(readCaseFiles(LZ_TILED_CASES)),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace lz::test
