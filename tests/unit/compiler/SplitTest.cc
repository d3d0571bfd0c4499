// Tensors that are split because they are larger than the options allow. The programs are those of
// "Memory Safe Computations with XLA Compiler" (Artemev, Roeder and van der Wilk, 2022).
#include "absl/strings/str_replace.h"
#include "compiler/Compilation.h"
#include "hlo/build/Bridge.h"
#include "ops/Harness.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace lz::compiler {
namespace {

constexpr int64_t kThreshold = 1 << 16, kSlice = 1 << 15;

// exp(-(x^2 - 2 x y + y^2) / 2) v, as in Figures 2, 4 and 5. FUNCTION stands for the kernel.
std::string kernelProduct(const std::string& function) {
  return absl::StrReplaceAll(R"(
func.func @main(%x: tensor<700x2xf64>, %y: tensor<500x2xf64>, %v: tensor<500x3xf64>) -> tensor<700x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<700x500xf64>
  %xx = stablehlo.multiply %x, %x : tensor<700x2xf64>
  %yy = stablehlo.multiply %y, %y : tensor<500x2xf64>
  %xs = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<700x2xf64>, tensor<f64>) -> tensor<700xf64>
  %ys = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<500x2xf64>, tensor<f64>) -> tensor<500xf64>
  %xb = stablehlo.broadcast_in_dim %xs, dims = [0] : (tensor<700xf64>) -> tensor<700x500xf64>
  %yb = stablehlo.broadcast_in_dim %ys, dims = [1] : (tensor<500xf64>) -> tensor<700x500xf64>
  %xy = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<700x2xf64>, tensor<500x2xf64>) -> tensor<700x500xf64>
  %xy2 = stablehlo.multiply %two, %xy : tensor<700x500xf64>
  %sum = stablehlo.add %xb, %yb : tensor<700x500xf64>
  %d = stablehlo.subtract %sum, %xy2 : tensor<700x500xf64>
  FUNCTION
  %o = stablehlo.dot_general %k, %v, contracting_dims = [1] x [0] : (tensor<700x500xf64>, tensor<500x3xf64>) -> tensor<700x3xf64>
  return %o : tensor<700x3xf64>
})",
                             {{"FUNCTION", function}});
}

constexpr char kExponential[] = R"(%n = stablehlo.negate %d : tensor<700x500xf64>
  %h = stablehlo.divide %n, %two : tensor<700x500xf64>
  %k = stablehlo.exponential %h : tensor<700x500xf64>)";
// A logarithm of a distance below 0 is NaN, so distances must not be clamped.
constexpr char kLogarithm[] = R"(%n = stablehlo.subtract %d, %two : tensor<700x500xf64>
  %l = stablehlo.log %n : tensor<700x500xf64>
  %isNan = stablehlo.compare NE, %l, %l : (tensor<700x500xf64>, tensor<700x500xf64>) -> tensor<700x500xi1>
  %k = stablehlo.select %isNan, %two, %l : tensor<700x500xi1>, tensor<700x500xf64>)";

// The 10 nearest of 600 points for each of 300 queries, of distances that STEPS make.
std::string nearest(const std::string& steps) {
  return absl::StrReplaceAll(R"(
func.func @main(%x: tensor<600x7xf32>, %q: tensor<300x7xf32>) -> tensor<300x10xi32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  STEPS
  %t = stablehlo.transpose %d, dims = [1, 0] : (tensor<600x300xf32>) -> tensor<300x600xf32>
  %n = stablehlo.negate %t : tensor<300x600xf32>
  %v, %i = chlo.top_k(%n, k = 10) : tensor<300x600xf32> -> (tensor<300x10xf32>, tensor<300x10xi32>)
  return %i : tensor<300x10xi32>
})",
                             {{"STEPS", steps}});
}

// Distances before they are reduced, as they are written without the expansion: POWER is applied to
// differences, and REDUCER combines them.
std::string naive(const std::string& power, const std::string& reducer) {
  return absl::StrReplaceAll(
      nearest(
          R"(%xb = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<600x7xf32>) -> tensor<600x300x7xf32>
  %qb = stablehlo.broadcast_in_dim %q, dims = [1, 2] : (tensor<300x7xf32>) -> tensor<600x300x7xf32>
  %s = stablehlo.subtract %xb, %qb : tensor<600x300x7xf32>
  POWER
  %d = stablehlo.reduce(%a init: %zero) applies stablehlo.REDUCER across dimensions = [2] : (tensor<600x300x7xf32>, tensor<f32>) -> tensor<600x300xf32>)"),
      {{"POWER", power}, {"REDUCER", reducer}});
}

constexpr char kAbs[] = "%a = stablehlo.abs %s : tensor<600x300x7xf32>";
constexpr char kSquare[] = R"(%two = stablehlo.constant dense<2.0> : tensor<600x300x7xf32>
  %a = stablehlo.power %s, %two : tensor<600x300x7xf32>)";
// Not a distance, so it must not become a product.
constexpr char kCube[] = R"(%three = stablehlo.constant dense<3.0> : tensor<600x300x7xf32>
  %a = stablehlo.power %s, %three : tensor<600x300x7xf32>)";

constexpr char kCosine[] =
    R"(%xx = stablehlo.multiply %x, %x : tensor<600x7xf32>
  %qq = stablehlo.multiply %q, %q : tensor<300x7xf32>
  %xs = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<600x7xf32>, tensor<f32>) -> tensor<600xf32>
  %qs = stablehlo.reduce(%qq init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x7xf32>, tensor<f32>) -> tensor<300xf32>
  %xb = stablehlo.broadcast_in_dim %xs, dims = [0] : (tensor<600xf32>) -> tensor<600x300xf32>
  %qb = stablehlo.broadcast_in_dim %qs, dims = [1] : (tensor<300xf32>) -> tensor<600x300xf32>
  %p = stablehlo.multiply %xb, %qb : tensor<600x300xf32>
  %r = stablehlo.sqrt %p : tensor<600x300xf32>
  %xq = stablehlo.dot_general %x, %q, contracting_dims = [1] x [1] : (tensor<600x7xf32>, tensor<300x7xf32>) -> tensor<600x300xf32>
  %c = stablehlo.divide %xq, %r : tensor<600x300xf32>
  %one = stablehlo.constant dense<1.0> : tensor<600x300xf32>
  %d = stablehlo.subtract %one, %c : tensor<600x300xf32>)";

// The listing of the paper: (A B) v.
constexpr char kChain[] = R"(
func.func @main(%a: tensor<300x300xf32>, %b: tensor<300x300xf32>, %v: tensor<300xf32>) -> tensor<300xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
  %o = stablehlo.dot_general %c, %v, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300xf32>) -> tensor<300xf32>
  return %o : tensor<300xf32>
})";

// The parts of the bound of a sparse Gaussian process that depend on all data: with K = k(Z, X) and
// the factor L of k(Z, Z), these are A A^T and A e for A = L^-1 K, and tr(A A^T).
constexpr char kSparse[] = R"(
func.func @main(%l: tensor<24x24xf64>, %z: tensor<24x3xf64>, %x: tensor<3000x3xf64>, %e: tensor<3000xf64>) -> (tensor<24x24xf64>, tensor<24xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %z, %x, contracting_dims = [1] x [1] : (tensor<24x3xf64>, tensor<3000x3xf64>) -> tensor<24x3000xf64>
  %k = stablehlo.exponential %s : tensor<24x3000xf64>
  %a = "stablehlo.triangular_solve"(%l, %k) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<24x24xf64>, tensor<24x3000xf64>) -> tensor<24x3000xf64>
  %aa = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<24x3000xf64>, tensor<24x3000xf64>) -> tensor<24x24xf64>
  %ae = stablehlo.dot_general %a, %e, contracting_dims = [1] x [0] : (tensor<24x3000xf64>, tensor<3000xf64>) -> tensor<24xf64>
  %sq = stablehlo.multiply %a, %a : tensor<24x3000xf64>
  %t = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x3000xf64>, tensor<f64>) -> tensor<f64>
  return %aa, %ae, %t : tensor<24x24xf64>, tensor<24xf64>, tensor<f64>
})";

// The medians of the rows of a product.
constexpr char kMedians[] = R"(
func.func @main(%x: tensor<300x2xf64>, %y: tensor<201x2xf64>) -> tensor<300x1xf64> {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<300x2xf64>, tensor<201x2xf64>) -> tensor<300x201xf64>
  %v = "stablehlo.sort"(%s) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<300x201xf64>) -> tensor<300x201xf64>
  %m = stablehlo.slice %v [0:300, 100:101] : (tensor<300x201xf64>) -> tensor<300x1xf64>
  return %m : tensor<300x1xf64>
})";

// Returns the bytes of the largest temporary, without those that are scratch of a single step.
int64_t largestTemporary(const Program& program, const CompileOptions& options) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  std::shared_ptr<codegen::JitCache> cache = codegen::makeJitCache();
  StatusOr<Compilation> compilation = makeCompilation(program, options, *context, *cache);
  EXPECT_TRUE(compilation.ok() && runPhases(*compilation, "steps").ok());
  const Steps& steps = compilation->lowered.steps;
  std::set<ValueId> scratch;
  std::vector<const std::vector<Step>*> lists = {&steps.body};
  while (!lists.empty()) {
    const std::vector<Step>& list = *lists.back();
    lists.pop_back();
    for (const Step& step : list) {
      scratch.insert(step.scratch);
      for (const std::vector<Step>& inner : step.lists)
        lists.push_back(&inner);
    }
  }
  int64_t largest = 0;
  for (size_t v = 0; v < steps.values.size(); ++v)
    if (steps.values[v].kind == ValueKind::Temp && !scratch.contains(ValueId(v)))
      largest = std::max(largest, steps.values[v].bytes);
  return largest;
}

CompileOptions splitting(bool isStored = true) {
  CompileOptions options = test::modeOptions();
  // Without loops over tiles, sweeps and reordering, tables are stored.
  if (isStored)
    options.disabled = {"tile-tables", "sweeps", "fusion", "order-products", "simplify-algebra"};
  options.tensors = {kThreshold, kSlice};
  return options;
}

std::vector<std::pair<const char*, std::string>> splitPrograms() {
  return {{"kernel product", kernelProduct(kExponential)},
          {"negative distances", kernelProduct(kLogarithm)},
          {"L1", naive(kAbs, "add")},
          {"L2", naive(kSquare, "add")},
          {"cube", naive(kCube, "add")},
          {"maximum", naive(kAbs, "maximum")},
          {"cosine", nearest(kCosine)},
          {"chain", kChain},
          {"sparse Gaussian process", kSparse}};
}

// Returns arguments between -1 and 1.
test::Arguments argumentsFor(const Program& program) {
  test::Arguments args;
  uint32_t state = 7;
  for (ValueId param : program.body.params) {
    Literal literal(program.type(param));
    for (int64_t i = 0; i < literal.type().numElements(); ++i) {
      state = state * 1664525 + 1013904223;
      const double x = double(state >> 8) / double(1 << 23) - 1;
      if (literal.type().dtype == DType::F64)
        literal.mutableAs<double>()[i] = x / 8;
      else
        literal.mutableAs<float>()[i] = float(x);
    }
    args.push_back(std::move(literal));
  }
  return args;
}

TEST(Split, NoTensorIsLargerThanTheThreshold) {
  for (const auto& [name, text] : splitPrograms()) {
    StatusOr<Program> program = parseModule(text, name);
    ASSERT_TRUE(program.ok()) << name << program.status();
    CompileOptions options = splitting();
    EXPECT_LE(largestTemporary(*program, options), kThreshold) << name;
    options.tensors = {};
    EXPECT_GT(largestTemporary(*program, options), kThreshold) << name;
    options.disabled.push_back("split-for-memory");
    options.tensors = {kThreshold, 0};
    EXPECT_GT(largestTemporary(*program, options), kThreshold) << name;
  }
}

TEST(Split, ResultsAgree) {
  for (const auto& [name, text] : splitPrograms())
    for (const bool isStored : {true, false}) {
      StatusOr<Program> program = parseModule(text, name);
      ASSERT_TRUE(program.ok()) << name << program.status();
      const test::Arguments args = argumentsFor(*program);
      CompileOptions options = splitting(isStored);
      const auto split = test::runWithAllThreads(*program, args, options);
      const auto expected = eval::evaluate(*program, args);
      ASSERT_TRUE(expected.ok()) << expected.status();
      EXPECT_EQ(test::compareOutputs(split, *expected, {.relative = 1e-6}), "") << name;
      if (name == std::string("sparse Gaussian process"))
        continue; // its sums are cut
      options.tensors = {};
      const auto whole = test::runCompiled(*program, args, options);
      ASSERT_TRUE(whole.ok()) << whole.status();
      EXPECT_EQ(test::compareOutputs(split, *whole, {.sameBits = true}), "") << name;
    }
}

// At level strict sums are not cut, so the columns of A stay together.
TEST(Split, NoSumIsCutAtLevelStrict) {
  StatusOr<Program> program = parseModule(kSparse, "sparse");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options = splitting();
  options.numerics = Numerics::Strict;
  EXPECT_GT(largestTemporary(*program, options), kThreshold);
}

std::shared_ptr<const exec::Executable> compileFor(const Program& program, CompileOptions options,
                                                   int64_t budget) {
  options.budgetBytes = budget;
  auto executable = makeCompiler()->compile(program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  return executable.ok() ? *executable : nullptr;
}

bool isIn(const exec::ExecutableSpec& spec, int64_t budget) {
  return exec::checkFits(spec, budget, "compile", "").ok();
}

// A budget that no order of the steps meets is met by splitting. A refusal states bytes with which
// the program compiles, and one byte less does not do.
TEST(Split, TensorsAreSplitForABudget) {
  for (const auto& [name, text] : {std::pair{"medians", kMedians}, std::pair{"sparse", kSparse}}) {
    StatusOr<Program> program = parseModule(text, name);
    ASSERT_TRUE(program.ok()) << name << program.status();
    const CompileOptions options = test::modeOptions();
    const auto whole = compileFor(*program, options, 0);
    ASSERT_TRUE(whole);
    const int64_t budget = whole->memory().smallestBudget / 2;
    const auto split = compileFor(*program, options, budget);
    ASSERT_TRUE(split);
    EXPECT_TRUE(isIn(split->spec(), budget)) << name << split->memoryReport();
    ASSERT_FALSE(split->spec().moves.empty());
    EXPECT_NE(split->spec().moves[0].find("split into slices of at most"), std::string::npos);

    const auto least = compileFor(*program, options, 1);
    ASSERT_TRUE(least);
    const int64_t wanted = least->spec().runBytes.most;
    EXPECT_TRUE(isIn(compileFor(*program, options, wanted)->spec(), wanted)) << name;
    EXPECT_FALSE(isIn(compileFor(*program, options, wanted - 1)->spec(), wanted - 1)) << name;

    EXPECT_TRUE(split->spec().unsplit.empty()) << name;

    CompileOptions never = options;
    never.disabled.push_back("split-for-memory");
    EXPECT_FALSE(isIn(compileFor(*program, never, budget)->spec(), budget)) << name;
  }
}

// A refusal says which tensors cannot be split, and why.
TEST(Split, ARefusalNamesTensorsThatCannotBeSplit) {
  StatusOr<Program> program = parseModule(R"(
func.func @main(%x: tensor<30000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<30000xf32>) -> tensor<30000xf32>
  %r = stablehlo.reverse %s, dims = [0] : tensor<30000xf32>
  %m = stablehlo.multiply %s, %r : tensor<30000xf32>
  %o = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<30000xf32>, tensor<f32>) -> tensor<f32>
  return %o : tensor<f32>
})",
                                          "sorted.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  const auto refused = compileFor(*program, test::modeOptions(), 1);
  ASSERT_TRUE(refused);
  ASSERT_FALSE(refused->spec().unsplit.empty()) << refused->memoryReport();
  EXPECT_EQ(refused->spec().unsplit[0],
            "stablehlo.sort tensor<30000xf32> at sorted.mlir:4:8 (this op cannot be computed by "
            "slices)");
}

// The first table is alive together with its sorted rows. The second table is alive alone, and has
// more bytes than a slice may have. It stays whole, because few bytes are alive with it.
TEST(Split, OnlyWhatIsAliveAtThePeakIsSplit) {
  StatusOr<Program> program = parseModule(R"(
func.func @main(%x: tensor<300x2xf64>, %y: tensor<200x2xf64>, %v: tensor<120x2xf64>) -> (tensor<300x1xf64>, tensor<300x3xf64>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<300x2xf64>, tensor<200x2xf64>) -> tensor<300x200xf64>
  %e = "stablehlo.sort"(%s) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<300x200xf64>) -> tensor<300x200xf64>
  %m = stablehlo.slice %e [0:300, 100:101] : (tensor<300x200xf64>) -> tensor<300x1xf64>
  %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1] : (tensor<300x2xf64>, tensor<120x2xf64>) -> tensor<300x120xf64>
  %n, %i = chlo.top_k(%p, k = 3) : tensor<300x120xf64> -> (tensor<300x3xf64>, tensor<300x3xi32>)
  return %m, %n : tensor<300x1xf64>, tensor<300x3xf64>
})",
                                          "two.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options = test::modeOptions();
  options.disabled = {"tile-tables", "sweeps"}; // so both tables are stored
  const auto whole = compileFor(*program, options, 0);
  ASSERT_TRUE(whole);
  const int64_t budget = whole->memory().smallestBudget - 1;
  const auto split = compileFor(*program, options, budget);
  ASSERT_TRUE(split);
  EXPECT_TRUE(isIn(split->spec(), budget)) << split->memoryReport();
  ASSERT_FALSE(split->spec().moves.empty());
  EXPECT_EQ(split->spec().moves[0].find("1 tensor split into slices"), 0U) << split->memoryReport();
}

TEST(Split, ABudgetKeepsBits) {
  StatusOr<Program> program = parseModule(kMedians, "medians");
  ASSERT_TRUE(program.ok()) << program.status();
  const test::Arguments args = argumentsFor(*program);
  for (const Numerics numerics : {Numerics::Standard, Numerics::Strict}) {
    CompileOptions options = test::modeOptions();
    options.numerics = numerics;
    const auto whole = test::runCompiled(*program, args, options);
    ASSERT_TRUE(whole.ok()) << whole.status();
    options.budgetBytes = compileFor(*program, options, 0)->memory().smallestBudget / 2;
    EXPECT_EQ(test::compareOutputs(test::runCompiled(*program, args, options), *whole,
                                   {.sameBits = true}),
              "");
  }
}

// At level strict no sum is cut for a budget.
TEST(Split, ABudgetCutsNoSumAtLevelStrict) {
  StatusOr<Program> program = parseModule(kSparse, "sparse");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options = test::modeOptions();
  options.numerics = Numerics::Strict;
  const auto least = compileFor(*program, options, 1);
  ASSERT_TRUE(least);
  for (const std::string& move : least->spec().moves)
    EXPECT_EQ(move.find("may be cut"), std::string::npos) << move;
}

TEST(Split, AnOptionChangesTheFingerprint) {
  StatusOr<Program> program = parseModule(kChain, "chain");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  const auto of = [&] { return (*makeCompiler()->compile(*program, options))->spec().fingerprint; };
  const std::string none = of();
  options.tensors = {kThreshold, 0};
  const std::string one = of();
  options.tensors.splitSize = kSlice;
  EXPECT_NE(none, one);
  EXPECT_NE(one, of());
}

} // namespace
} // namespace lz::compiler
