// Splits every tensor of random programs, and compares the results with the interpreter's for the
// program as it was written.
//
// LAZULI_CHAINS sets the number of random programs, and LAZULI_SEED selects another sequence.
#include "Harness.h"
#include "RandomProgram.h"
#include "TableChecks.h"
#include "TableText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace lz::test {
namespace {

// Draws a program that makes a large table, and small results of it.
class SplitDraw {
public:
  explicit SplitDraw(uint64_t seed) : random_(seed) {}

  std::string run() {
    element_ = oneOf({"f64", "f64", "f32", "f32", "bf16", "i32"});
    rows_ = extent(), columns_ = extent(), depth_ = oneOf({1, 2, 3, 5, 0});
    Value table = made();
    for (int64_t count = oneOf({0, 1, 2, 3}); count > 0; --count)
      table = changed(table);
    for (int64_t count = oneOf({1, 1, 2}); count > 0; --count)
      addResult(table);
    return maker_.function(results_);
  }

private:
  template <typename T> T oneOf(std::initializer_list<T> all) {
    return all.begin()[random_() % all.size()];
  }
  int64_t extent() { return oneOf({1, 2, 3, 7, 13, 16, 31, 61, 64, 64, 16, 31, 13, 7, 20, 0}); }
  bool isFloat() const { return element_ != "i32"; }

  std::string number(const char* whole) const { return absl::StrCat(whole, isFloat() ? ".0" : ""); }

  Value parameter(Dims dims) { return maker_.parameter(std::move(dims), element_); }
  Value row(int64_t count) { return parameter({count}); }

  Value made() {
    const Dims dims{rows_, columns_};
    switch (oneOf({0, 0, 1, 2, 3, 4, 5})) {
    case 0:
      return maker_.dot(parameter({rows_, depth_}), parameter({columns_, depth_}), {}, 1, 1);
    case 1: {
      const Value x = maker_.broadcast(row(rows_), dims, {0});
      return maker_.binary(oneOf({"subtract", "multiply"}), x,
                           maker_.broadcast(row(columns_), dims, {1}));
    }
    case 2: { // distances, each a sum of its own
      const Dims all{rows_, columns_, depth_};
      const Value x = maker_.broadcast(parameter({rows_, depth_}), all, {0, 2}),
                  y = maker_.broadcast(parameter({columns_, depth_}), all, {1, 2}),
                  d = maker_.binary("subtract", x, y),
                  e = chance() ? maker_.unary("abs", d) : maker_.binary("multiply", d, d);
      return maker_.reduce(oneOf({"add", "add", "maximum"}), e, {2}, number("0"));
    }
    case 3:
      return maker_.rows(parameter({5, columns_}), maker_.parameter({rows_}, "i32"));
    case 4:
      return maker_.transpose(
          maker_.dot(parameter({columns_, depth_}), parameter({depth_, rows_}), {}, 1, 0), {1, 0});
    default:
      return maker_.dot(parameter({rows_, depth_}), parameter({depth_, columns_}), {}, 1, 0);
    }
  }

  Value changed(const Value& a) {
    switch (oneOf({0, 1, 2, 3, 4, 5, 6, 7, 8})) {
    case 0:
      return maker_.binary("add", a, maker_.broadcast(row(a.dims[0]), a.dims, {0}));
    case 1:
      return maker_.binary("maximum", a, maker_.broadcast(row(a.dims[1]), a.dims, {1}));
    case 2:
      return isFloat() ? maker_.unary("tanh", a) : maker_.unary("negate", a);
    case 3:
      return maker_.binary("add", a, maker_.iota(a.dims, oneOf({0, 1}), element_));
    case 4:
      return maker_.reverse(a, oneOf({0, 1}));
    case 5:
      return maker_.pad(a, oneOf({0, 1}), 3, number("1"));
    case 6: {
      const int64_t dim = oneOf({0, 1});
      return maker_.concatenate(a, maker_.unary("negate", a), dim);
    }
    case 7: { // a softmax needs the maximum, and then the sum of all elements of a row
      const Value m = maker_.reduce("maximum", a, {1}, isFloat() ? "-1.0e30" : "-100000");
      return maker_.binary("subtract", a, maker_.broadcast(m, a.dims, {0}));
    }
    default:
      if ((element_ != "f32" && element_ != "f64") || a.dims[0] == 0)
        return maker_.binary("multiply", a, a);
      return maker_.solve(maker_.binary("multiply", parameter({a.dims[0], a.dims[0]}),
                                        maker_.splat("0.01", {a.dims[0], a.dims[0]}, element_)),
                          a);
    }
  }

  void addResult(const Value& a) {
    const int64_t dim = oneOf({0, 1});
    switch (oneOf({0, 1, 2, 3, 4, 5, 6})) {
    case 0:
      results_.push_back(maker_.dot(a, parameter({a.dims[size_t(dim)], 2}), {}, dim, 0));
      return;
    case 1:
      results_.push_back(maker_.reduce("add", a, {dim}, number("0")));
      return;
    case 2:
      results_.push_back(maker_.reduce(oneOf({"maximum", "minimum"}), a, {dim}, number("1")));
      return;
    case 3:
      results_.push_back(
          maker_.slice(maker_.sort(a, dim), dim, 0, std::min<int64_t>(3, a.dims[size_t(dim)])));
      return;
    case 4:
      if (a.dims[1] < 2)
        break;
      results_.push_back(maker_.topK(a, 2).second);
      return;
    case 5: { // factors between 0 and 2, so that no product overflows in any order
      const Value factors =
          isFloat() ? maker_.binary("add", maker_.unary("tanh", a), maker_.splatLike(a, "1.0")) : a;
      results_.push_back(maker_.reduce("multiply", factors, {dim}, number("1")));
      return;
    }
    default:
      break;
    }
    results_.push_back(maker_.reduce("add", a, {0, 1}, number("1")));
  }
  bool chance() { return random_() % 2 == 0; }

  TextMaker maker_;
  std::vector<Value> results_;
  std::string element_;
  int64_t rows_ = 0, columns_ = 0, depth_ = 0;
  std::mt19937_64 random_;
};

using Outputs = StatusOr<std::vector<Literal>>;

// A sum of all elements can cancel, and a solve before it enlarges errors.
constexpr double kMoreSums = 8;

bool isClose(const Literal& actual, const Literal& expected, int64_t i, double largest) {
  const double a = actual.toDouble(i), e = expected.toDouble(i);
  return (std::isnan(a) && std::isnan(e)) || a == e ||
         std::abs(a - e) <= kMoreSums * toleranceOf(expected.type().dtype) * largest;
}

// Returns "", or the first element that differs.
std::string compare(const Outputs& actual, const Outputs& expected, bool isExact) {
  if (!actual.ok() || !expected.ok())
    return absl::StrCat(actual.status().ToString(), ", ", expected.status().ToString());
  if (isExact)
    return compareOutputs(actual, *expected, {.sameBits = true});
  for (size_t r = 0; r < expected->size(); ++r) {
    const Literal &a = (*actual)[r], &e = (*expected)[r];
    double largest = 1;
    for (int64_t i = 0; i < e.type().numElements(); ++i)
      if (const double x = std::abs(e.toDouble(i)); std::isfinite(x))
        largest = std::max(largest, x);
    for (int64_t i = 0; i < e.type().numElements(); ++i)
      if (!isClose(a, e, i, largest))
        return absl::StrCat("result ", r, ": element ", i, " is ", a.toDouble(i), ", not ",
                            e.toDouble(i));
  }
  return "";
}

struct Tried {
  std::string error;
  bool isSplit = false, cutsSum = false;
};

Tried tryInterpreted(const Program& program, const Arguments& args, int64_t bytes, bool strict) {
  hlo::SplitReport splits;
  StatusOr<Program> loops = afterPasses(program, {.strict = strict,
                                                  .tensorBytes = bytes,
                                                  .sliceBytes = bytes / 2,
                                                  .splits = &splits,
                                                  .verify = true}),
                    whole = afterPasses(program, {.strict = strict, .verify = true});
  if (!loops.ok() || !whole.ok())
    return {absl::StrCat(loops.status().ToString(), whole.status().ToString())};
  Tried tried;
  tried.isSplit = splits.loops > 0;
  tried.cutsSum = splits.cutSums > 0;
  // The interpreter rounds each sum of 16-bit floats to 16 bits, and cut sums are f32.
  if (tried.cutsSum && storageBits(args[0].type().dtype) == 16)
    return tried;
  tried.error = compare(eval::evaluate(*loops, args), eval::evaluate(*whole, args), !tried.cutsSum);
  return tried;
}

std::string tryCompiled(const Program& program, const Arguments& args, int64_t bytes, bool strict) {
  compiler::CompileOptions options = modeOptions();
  if (strict)
    options.numerics = compiler::Numerics::Strict;
  const Outputs whole = runCompiled(program, args, options);
  options.tensors = {bytes, bytes / 2};
  // At level standard, long sums of slices have other pieces than those of the whole.
  return compare(runCompiled(program, args, options), whole, strict);
}

// A product of any kind, with a maximum of it, which every level may split along m and n.
std::string productText(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto oneOf = [&](auto all) { return all.begin()[random() % all.size()]; };
  const std::string element =
      oneOf(std::initializer_list<const char*>{"f64", "f32", "f32", "bf16", "bf16", "f16", "i32"});
  auto extent = [&] {
    return oneOf(std::initializer_list<int64_t>{2, 5, 8, 9, 15, 16, 17, 24, 33, 40, 64, 100});
  };
  const int64_t m = extent(), n = extent(),
                k = oneOf(
                    std::initializer_list<int64_t>{1, 7, 63, 64, 100, 255, 256, 300, 700, 1300});
  TextMaker maker;
  auto operand = [&](int64_t rows, bool isTurned) {
    return maker.parameter(isTurned ? Dims{k, rows} : Dims{rows, k}, element);
  };
  const bool lhs = random() % 2, rhs = random() % 2;
  const Value x = operand(m, lhs), y = operand(n, rhs);
  const Value product = maker.dot(x, y, {}, lhs ? 0 : 1, rhs ? 0 : 1);
  const Value table = random() % 2 ? product : maker.unary("negate", product);
  return maker.function(
      {maker.reduce("maximum", table, {oneOf(std::initializer_list<int64_t>{0, 1})},
                    element == "i32" ? "-100000" : "-60000.0")});
}

TEST(SplitTensors, RandomProgramsAgreeWithTheInterpreter) {
  const uint64_t count = uint64_t(environmentNumber("LAZULI_CHAINS", 300)),
                 first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  uint64_t splits = 0, exact = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = SplitDraw(seed).run();
    StatusOr<Program> program = compiler::parseModule(text, "split");
    ASSERT_TRUE(program.ok()) << program.status() << text;
    const Arguments args = randomArguments(*program, seed, /*specials=*/false);
    const int64_t bytes = int64_t(64) << seed % 6;
    const bool strict = seed % 3 == 0;
    const Tried tried = tryInterpreted(*program, args, bytes, strict);
    EXPECT_EQ(tried.error, "") << "seed " << seed << ", bytes " << bytes << "\n" << text;
    EXPECT_FALSE(strict && tried.cutsSum) << text;
    splits += tried.isSplit;
    exact += tried.isSplit && !tried.cutsSum;
    const bool isOf16Bits = storageBits(args[0].type().dtype) == 16;
    if (seed % 8 < 2 || (isOf16Bits && tried.cutsSum))
      EXPECT_EQ(tryCompiled(*program, args, bytes, strict), "")
          << "compiled, seed " << seed << ", bytes " << bytes << "\n"
          << text;
  }
  EXPECT_GE(splits, count / 2);
  EXPECT_GE(exact, count / 4);
}

// Slices of a product inherit from the whole how sums are added up.
TEST(SplitTensors, ProductsHaveTheBitsOfTheWhole) {
  const uint64_t count = uint64_t(environmentNumber("LAZULI_CHAINS", 300)) / 2,
                 first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  uint64_t splits = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = productText(seed);
    StatusOr<Program> program = compiler::parseModule(text, "product");
    ASSERT_TRUE(program.ok()) << program.status() << text;
    const Arguments args = randomArguments(*program, seed, /*specials=*/false);
    const int64_t bytes = int64_t(64) << seed % 6;
    for (const bool strict : {false, true}) {
      hlo::SplitReport report;
      ASSERT_TRUE(afterPasses(*program, {.strict = strict,
                                         .tensorBytes = bytes,
                                         .sliceBytes = bytes / 2,
                                         .splits = &report,
                                         .verify = true})
                      .ok());
      splits += report.loops > report.cutSums;
      compiler::CompileOptions options = modeOptions();
      // Without these, the product is stored, and so split.
      options.disabled = {"tile-tables", "sweeps", "epilogues"};
      if (strict)
        options.numerics = compiler::Numerics::Strict;
      const Outputs whole = runCompiled(*program, args, options);
      options.tensors = {bytes, bytes / 2};
      EXPECT_EQ(compare(runCompiled(*program, args, options), whole, /*isExact=*/true), "")
          << "seed " << seed << ", bytes " << bytes << (strict ? ", strict" : "") << "\n"
          << text;
    }
  }
  EXPECT_GE(splits, count);
}

} // namespace
} // namespace lz::test
