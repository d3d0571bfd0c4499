// Divides masked attention of small sizes into a few blocks of rows, whatever that costs. The
// results must be those of the program as it was written.
#include "Testing.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// Returns softmax(scores) v, where v has a row for each column of the scores. There are 21 x 26
// scores. The softmax is over the columns for which MASK is true. MASK makes %m from the row %i and
// the column %j.
constexpr const char* kSoftmax = R"(
func.func @main(%q: tensor<2x21x3xT>, %k: tensor<2x26x3xT>, %v: tensor<2x26x5xT>) -> (RESULTS) {
  %low = stablehlo.constant dense<LOW> : tensor<T>
  %inf = stablehlo.constant dense<-1.0e999> : tensor<T>
  %zero = stablehlo.constant dense<0.0> : tensor<T>
  %i = stablehlo.iota dim = 0 : tensor<21x26xi32>
  %j = stablehlo.iota dim = 1 : tensor<21x26xi32>
  MASK
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x21x3xT>, tensor<2x26x3xT>) -> tensor<2x21x26xT>
  %mm = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<21x26xi1>) -> tensor<2x21x26xi1>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<T>) -> tensor<2x21x26xT>
  %t = stablehlo.select %mm, SIDES : tensor<2x21x26xi1>, tensor<2x21x26xT>
  %max = stablehlo.reduce(%t init: %inf) applies stablehlo.EXTREMUM across dimensions = [2] : (tensor<2x21x26xT>, tensor<T>) -> tensor<2x21xT>
  GUARD
  %maxs = stablehlo.broadcast_in_dim MAXIMUM, dims = [0, 1] : (tensor<2x21xT>) -> tensor<2x21x26xT>
  %d = stablehlo.subtract %t, %maxs : tensor<2x21x26xT>
  %e = stablehlo.exponential %d : tensor<2x21x26xT>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x21x26xT>, tensor<T>) -> tensor<2x21xT>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x21xT>) -> tensor<2x21x26xT>
  %p = stablehlo.divide %e, %sums : tensor<2x21x26xT>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x21x26xT>, tensor<2x26x5xT>) -> tensor<2x21x5xT>
  END
})";

struct Attention {
  std::string mask;
  std::string low = "-1.0e999"; // becomes -inf
  std::string dtype = "f32";
  std::string sides = "%s, %lows";
  std::string extremum = "maximum";
  std::string results = "tensor<2x21x5xT>", end = "return %o : tensor<2x21x5xT>";
  std::string guard = ""; // ops from %max to %guarded, which is used instead

  std::string text() const {
    const std::string infinity = dtype == "f64" ? "0xFFF0000000000000" : "0xFF800000";
    return absl::StrReplaceAll(
        absl::StrReplaceAll(kSoftmax, {{"RESULTS", results},
                                       {"MASK", mask},
                                       {"SIDES", sides},
                                       {"EXTREMUM", extremum},
                                       {"GUARD", guard},
                                       {"MAXIMUM", guard.empty() ? "%max" : "%guarded"},
                                       {"END", end},
                                       {"LOW", low}}),
        {{"xT>", "x" + dtype + ">"}, {"<T>", "<" + dtype + ">"}, {"-1.0e999", infinity}});
  }
};

std::string number(const std::string& name, int64_t value) {
  return absl::StrCat(name, " = stablehlo.constant dense<", value, "> : tensor<21x26xi32>\n");
}

std::string compared(const std::string& name, const std::string& direction, const std::string& a,
                     const std::string& b) {
  return absl::StrCat(name, " = stablehlo.compare ", direction, ", ", a, ", ", b,
                      " : (tensor<21x26xi32>, tensor<21x26xi32>) -> tensor<21x26xi1>\n");
}

std::string computed(const std::string& name, const std::string& op, const std::string& a,
                     const std::string& b, const std::string& dtype = "i32") {
  return absl::StrCat(name, " = stablehlo.", op, " ", a, ", ", b, " : tensor<21x26x", dtype, ">\n");
}

// i + offset >= j
std::string causal(int64_t offset = 0) {
  return number("%c", offset) + computed("%a", "add", "%i", "%c") +
         compared("%m", "GE", "%a", "%j");
}

// -behind < j - i <= ahead
std::string window(int64_t behind, int64_t ahead) {
  return number("%c", -behind) + number("%b", ahead) + computed("%a", "subtract", "%j", "%i") +
         compared("%m0", "GT", "%a", "%c") + compared("%m1", "LE", "%a", "%b") +
         computed("%m", "and", "%m0", "%m1", "i1");
}

// i / length == j / length
std::string segments(int64_t length) {
  return number("%c", length) + computed("%a", "divide", "%i", "%c") +
         computed("%b", "divide", "%j", "%c") + compared("%m", "EQ", "%a", "%b");
}

bool isClose(const Literal& a, const Literal& b) {
  for (int64_t i = 0; i < a.type().numElements(); ++i) {
    const double x = a.toDouble(i), y = b.toDouble(i);
    if (!(std::isnan(x) && std::isnan(y)) && !(x == y) && !(std::abs(x - y) <= 1e-5))
      return false;
  }
  return true;
}

// Replaces numbers that are not finite.
void makeFinite(Literal& literal) {
  visitDType(literal.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < literal.type().numElements(); ++i)
      if (!std::isfinite(literal.toDouble(i)))
        literal.mutableAs<T>()[i] = T(0.25f);
  });
}

// How blocks are written: one after another, in a loop, or in a loop with an inner loop over tiles.
struct Form {
  bool loops = false;
  int64_t tile = 0;
};

// Runs the pass alone. Queries and keys have special numbers, unless the mask is finite.
std::string divided(const Attention& attention, int64_t blocks, Form form = {}) {
  Module m(attention.text());
  if (!m.module) {
    ADD_FAILURE() << attention.text();
    return "";
  }
  const Program before = m.program();
  PipelineOptions options;
  options.blocks = blocks;
  options.loops = form.loops;
  options.tile = form.tile;
  options.verify = true;
  EXPECT_TRUE(runPasses(*m.module, "lz-skip-masked", options).ok());
  const Program after = m.program();
  std::mt19937 random(3);
  for (int round = 0; round < 6; ++round) {
    std::vector<Literal> args;
    for (ValueId param : before.body.params) {
      args.push_back(randomLiteral(before.type(param), random));
      if (round % 2 == 0 || args.size() == 3 || attention.low != Attention().low)
        makeFinite(args.back());
    }
    auto expected = eval::evaluate(before, args), actual = eval::evaluate(after, args);
    EXPECT_TRUE(expected.ok() && actual.ok()) << expected.status() << actual.status();
    if (!expected.ok() || !actual.ok())
      return "";
    for (size_t r = 0; r < expected->size(); ++r)
      EXPECT_TRUE(isClose((*expected)[r], (*actual)[r])) << blocks << " blocks of " << m.str();
  }
  return m.str();
}

bool hasLoop(const Attention& attention, int64_t blocks, int64_t tile = 0) {
  return count(divided(attention, blocks, {true, tile}), "stablehlo.while") > 0;
}

// Returns whether the table is divided into blocks. If it is not, no loop leaves out columns.
bool isDivided(const Attention& attention, int64_t blocks = 4) {
  const bool isInLoop = hasLoop(attention, blocks), isInTiles = hasLoop(attention, blocks, 2);
  const bool isDivided = count(divided(attention, blocks), "stablehlo.concatenate") > 0;
  EXPECT_TRUE(isDivided || !(isInLoop || isInTiles));
  return isDivided;
}

TEST(SkipMasked, MaskedColumnsAreLeftOut) {
  const std::string masks[] = {causal(),     causal(5),     window(1, 0), window(4, 0),
                               window(3, 2), window(30, 1), segments(7)};
  for (const std::string& mask : masks)
    for (const char* low : {"-1.0e999", "-1.0e30", "-2.0e38"})
      for (int64_t blocks : {1, 2, 3, 8, 21, 50})
        EXPECT_TRUE(isDivided({.mask = mask, .low = low}, blocks) || blocks == 1) << mask;
}

// The number of loops inside of the loop over blocks.
size_t innerLoops(const std::string& text) {
  const size_t loops = count(text, "stablehlo.while");
  return loops > 0 ? loops - 1 : 0;
}

TEST(SkipMasked, BlocksCanRunInALoop) {
  const std::string masks[] = {causal(),     causal(5),     window(1, 0), window(4, 0),
                               window(3, 2), window(30, 1), segments(7)};
  for (const std::string& mask : masks)
    for (const char* low : {"-1.0e999", "-1.0e30"})
      for (int64_t blocks : {2, 3, 8, 21}) { // 21 rows are no multiple of 2 or 8
        // With causal(5) the last rows need all columns.
        EXPECT_EQ(hasLoop({.mask = mask, .low = low}, blocks), mask != causal(5)) << mask;
        for (int64_t tile : {1, 2, 13}) {
          const std::string text = divided({.mask = mask, .low = low}, blocks, {true, tile});
          EXPECT_EQ(innerLoops(text), count(text, "stablehlo.while") > 0 ? 1u : 0u) << text;
        }
      }
  EXPECT_EQ(innerLoops(divided({.mask = causal()}, 3, {true, 2})), 1u);
  EXPECT_EQ(innerLoops(divided({.mask = causal()}, 3, {true, 0})), 0u);
}

// If a mask hides an entire row of a block, the block keeps all columns. In a loop without tiles,
// all blocks then have all columns.
TEST(SkipMasked, HiddenRowsInLoops) {
  for (const char* low : {"-1.0e999", "-1.0e30"}) {
    EXPECT_FALSE(hasLoop({.mask = causal(-3), .low = low}, 4));
    EXPECT_TRUE(hasLoop({.mask = causal(-3), .low = low}, 4, 2));
  }
}

TEST(SkipMasked, OtherTypesAndOrdersOfSelects) {
  EXPECT_TRUE(isDivided({.mask = causal(), .dtype = "f64"}));
  EXPECT_TRUE(isDivided({.mask = causal(), .low = "-1.0e300", .dtype = "f64"}));
  // Now the predicate says what is hidden.
  EXPECT_TRUE(isDivided(
      {.mask = number("%c", 0) + compared("%m", "LT", "%i", "%j"), .sides = "%lows, %s"}));
}

TEST(SkipMasked, IndicesCanBeConstants) {
  std::string rows, columns;
  for (int i = 0; i < 26; ++i) {
    absl::StrAppend(&columns, i > 0 ? ", " : "", i);
    if (i < 21)
      absl::StrAppend(&rows, i > 0 ? ", " : "", i);
  }
  const std::string mask = absl::StrCat(
      "%r = stablehlo.constant dense<[", rows, "]> : tensor<21xi32>\n",
      "%c = stablehlo.constant dense<[[", columns, "]]> : tensor<1x26xi32>\n",
      "%a = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<21xi32>) -> tensor<21x26xi32>\n",
      "%b = stablehlo.broadcast_in_dim %c, dims = [0, 1] : (tensor<1x26xi32>) -> "
      "tensor<21x26xi32>\n",
      compared("%m", "GE", "%a", "%b"));
  EXPECT_TRUE(isDivided({.mask = mask}));
}

TEST(SkipMasked, SumsAndMaximaOfRowsCanBeResults) {
  EXPECT_TRUE(isDivided({.mask = causal(),
                         .results = "tensor<2x21xT>, tensor<2x21xT>",
                         .end = "return %max, %sum : tensor<2x21xT>, tensor<2x21xT>"}));
}

// %guarded is the maximum if it is finite, and otherwise the number.
std::string finiteOr(const std::string& number) {
  return "%abs = stablehlo.abs %max : tensor<2x21xT>\n"
         "%plus = stablehlo.constant dense<0x7F800000> : tensor<2x21xT>\n"
         "%finite = stablehlo.compare LT, %abs, %plus : (tensor<2x21xT>, tensor<2x21xT>) -> "
         "tensor<2x21xi1>\n%other = stablehlo.constant dense<" +
         number +
         "> : tensor<2x21xT>\n"
         "%guarded = stablehlo.select %finite, %max, %other : tensor<2x21xi1>, tensor<2x21xT>";
}

// If a mask hides a whole row, the maximum of the row is -inf. A guard replaces this maximum by a
// finite number, so that the row does not become NaN.
TEST(SkipMasked, MaximaCanBeGuarded) {
  const std::string atLeast = "%least = stablehlo.constant dense<-3.0> : tensor<2x21xT>\n"
                              "%guarded = stablehlo.maximum %least, %max : tensor<2x21xT>";
  for (const char* low : {"-1.0e999", "-1.0e30"}) {
    for (int64_t offset : {0, -3})
      for (const std::string& guard : {finiteOr("0.0"), finiteOr("-7.5"), atLeast})
        EXPECT_TRUE(isDivided({.mask = causal(offset), .low = low, .guard = guard}));
    // Hidden elements are not far below these numbers.
    for (const char* number : {"-1.0e30", "-0.9e30"})
      EXPECT_FALSE(isDivided({.mask = causal(), .low = low, .guard = finiteOr(number)}));
  }
}

// Blocks with a row of which everything is hidden are computed as they were written. If the mask is
// finite, such a row is the mean of all rows of v.
TEST(SkipMasked, HiddenRowsKeepTheirResults) {
  for (const char* low : {"-1.0e999", "-1.0e30"}) {
    EXPECT_TRUE(isDivided({.mask = causal(-3), .low = low}));
    EXPECT_FALSE(isDivided({.mask = causal(-3), .low = low}, 1));
    EXPECT_FALSE(isDivided({.mask = causal(-100), .low = low}));
  }
}

TEST(SkipMasked, OtherReadersKeepAllColumns) {
  const std::string table = "tensor<2x21x26xT>", row = "tensor<2x21xT>";
  // The table itself is a result.
  EXPECT_FALSE(isDivided({.mask = causal(), .results = table, .end = "return %p : " + table}));
  // The sum of all scores, and a minimum.
  EXPECT_FALSE(isDivided(
      {.mask = causal(),
       .low = "-1.0e30",
       .results = row,
       .end = "%x = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [2] "
              ": (tensor<2x21x26xT>, tensor<T>) -> tensor<2x21xT>\nreturn %x : " +
              row}));
  EXPECT_FALSE(isDivided({.mask = causal(), .extremum = "minimum"}));
  // The number of scores that are at most 0.
  EXPECT_FALSE(isDivided(
      {.mask = causal(),
       .results = row,
       .end = "%z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<T>) -> " + table +
              "\n%y = stablehlo.compare LE, %t, %z : (" + table + ", " + table +
              ") -> tensor<2x21x26xi1>\n%w = stablehlo.convert %y : (tensor<2x21x26xi1>) -> " +
              table +
              "\n%x = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = "
              "[2] : (tensor<2x21x26xT>, tensor<T>) -> tensor<2x21xT>\nreturn %x : " +
              row}));
}

// In the gradient with respect to the values, each row adds to all columns. If the maximum of a row
// is NaN, its hidden exponentials exp(-inf - NaN) are NaN, too, and reach columns that no row sees.
// So a block without these columns would not have the results of the program.
TEST(SkipMasked, SumsOverRowsKeepAllColumns) {
  const Attention gradient{
      .mask = causal(),
      .results = "tensor<2x26x5xT>",
      .end = "%g = stablehlo.dot_general %p, %o, batching_dims = [0] x [0], contracting_dims = [1] "
             "x [1] : (tensor<2x21x26xT>, tensor<2x21x5xT>) -> tensor<2x26x5xT>\n"
             "return %g : tensor<2x26x5xT>"};
  EXPECT_FALSE(isDivided(gradient));
  const Program program = Module(gradient.text()).program();
  std::mt19937 random(3);
  std::vector<Literal> args;
  for (ValueId param : program.body.params) {
    args.push_back(randomLiteral(program.type(param), random));
    makeFinite(args.back());
  }
  args[0].mutableAs<float>()[0] = NAN; // row 0, which sees column 0 only
  const auto results = eval::evaluate(program, args);
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_TRUE(std::isnan((*results)[0].toDouble(25 * 5))); // column 25
}

TEST(SkipMasked, MasksMustHideAndBeOfIndices) {
  EXPECT_FALSE(isDivided({.mask = causal(), .low = "-1.0e4"}));
  EXPECT_FALSE(isDivided({.mask = causal(), .low = "0.0"}));
  EXPECT_FALSE(isDivided({.mask = causal(26)}));
  // All columns are in a window around some row of each block.
  EXPECT_FALSE(isDivided({.mask = window(26, 26)}));
}

TEST(SkipMasked, NothingIsLeftOutAtLevelStrict) {
  Module m(Attention{.mask = causal()}.text());
  const std::string before = m.str();
  PipelineOptions options;
  options.blocks = 4;
  options.strict = true;
  EXPECT_TRUE(runPasses(*m.module, "lz-skip-masked", options).ok());
  EXPECT_EQ(m.str(), before);
}

} // namespace
} // namespace lz::hlo
