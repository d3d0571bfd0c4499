// Random programs of tables of pairs. Sweeps, tiles, masks and fusion must not make a program take
// longer, compute more than twice as much, or need more memory, counted from its plans. Small
// programs are also run.
//
// LAZULI_DAGS sets the number of programs, and LAZULI_SEED selects another sequence.
#include "PlanTotals.h"
#include "RandomDag.h"
#include "RandomProgram.h"
#include "SmallerPrograms.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

#include <cmath>
#include <cstdio>

namespace lz::test {
namespace {

constexpr DagOptions kTables = {
    .mostExtent = 20'000, .mostElements = int64_t(1) << 27, .mostIdioms = 4, .tables = true};

enum class Bar { None, Flops, Time, Memory };

const std::vector<std::string> kNoTables = {"sweeps", "tile-tables", "skip-masked"},
                               kOpByOp = {"fusion", "epilogues", "sweeps", "tile-tables",
                                          "skip-masked"};

struct Verdict {
  Bar bar = Bar::None;
  double ratio = 0;
  PlanTotals together, apart;
};

// Returns which cost is worse than that of the other plan by the largest factor.
Verdict verdictOn(const PlanTotals& together, const PlanTotals& apart) {
  constexpr double kRounding = 1 + 1e-9; // costs may be added in another order
  Verdict v{.together = together, .apart = apart};
  auto check = [&](Bar bar, double one, double other, double most) {
    const double ratio = other > 0 ? one / other : one > 0 ? HUGE_VAL : 1;
    if (ratio <= most * kRounding || ratio / most <= v.ratio)
      return;
    v.bar = bar;
    v.ratio = ratio / most;
  };
  check(Bar::Flops, together.flops, apart.flops, 2);
  check(Bar::Time, together.ns, apart.ns, 1);
  check(Bar::Memory, together.bytes, apart.bytes, 1);
  return v;
}

// Compares the program with the same one op by op. If it is worse, compares it with the program
// without sweeps, tiles and masks: what fusion alone makes worse is not their fault.
Verdict verdictOn(const Program& program) {
  const PlanTotals together = planTotals(program, {});
  const Verdict v = verdictOn(together, planTotals(program, kOpByOp));
  return v.bar == Bar::None ? v : verdictOn(together, planTotals(program, kNoTables));
}

std::string said(const Verdict& v) {
  constexpr const char* kBars[] = {"", "flops", "time", "memory"};
  auto sums = [](const PlanTotals& t) {
    return absl::StrFormat("%.4g us, %.4g flops, arena of %.4g bytes", t.ns / 1e3, t.flops,
                           t.bytes);
  };
  return absl::StrCat(kBars[size_t(v.bar)], " ", v.ratio,
                      " times what is allowed\ntogether: ", sums(v.together),
                      "\napart: ", sums(v.apart), "\n");
}

constexpr uint64_t kSeedsOfOne = 1'000'000;

uint64_t firstSeed() {
  return uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
}

TEST(RandomTables, TakeNoMoreThanOpByOp) {
  const int64_t count = environmentNumber("LAZULI_DAGS", 400);
  for (uint64_t seed = firstSeed(), end = seed + uint64_t(count); seed < end; ++seed) {
    const Program program = randomDag(seed, kTables);
    const Verdict verdict = verdictOn(program);
    if (verdict.bar == Bar::None)
      continue;
    const Program least = smallestWrong(
        program, [&](const Program& next) { return verdictOn(next).bar == verdict.bar; });
    const Verdict v = verdictOn(least);
    ADD_FAILURE() << "seed " << seed << ": " << said(verdict) << "made smaller: " << said(v)
                  << *compiler::printModule(least) << v.together.text;
  }
}

StatusOr<Program> afterPasses(const Program& program, const hlo::PipelineOptions& options) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  LZ_RETURN_IF_ERROR(hlo::runPipeline(*module, options));
  return hlo::exportProgram(module->lookupSymbol<mlir::func::FuncOp>("main"));
}

// Small tables are divided into small tiles and blocks, whatever that costs.
TEST(RandomTables, AgreeWithTheInterpreter) {
  constexpr DagOptions kSmall = {
      .mostExtent = 17, .mostElements = 4096, .mostIdioms = 3, .tables = true};
  const int64_t count = environmentNumber("LAZULI_DAGS", 300);
  int64_t loops = 0;
  for (uint64_t seed = firstSeed(), end = seed + uint64_t(count); seed < end; ++seed) {
    const Program program = randomDag(seed, kSmall);
    const Arguments args = randomArguments(program, seed, /*specials=*/false);
    const StatusOr<Expected> expected = expectedOf(program, args);
    ASSERT_TRUE(expected.ok()) << expected.status();
    if (!expected->isOrdinary) // at level standard, intermediate values may differ
      continue;
    const StatusOr<Program> tiled = afterPasses(
        program, {.tile = int64_t(2 + seed % 4), .blocks = int64_t(seed / 4 % 4), .verify = true});
    ASSERT_TRUE(tiled.ok()) << tiled.status() << *compiler::printModule(program);
    loops += compiler::printModule(*tiled)->find("stablehlo.while") != std::string::npos;
    compiler::CompileOptions options = modeOptions();
    options.disabled = {"tile-tables", "skip-masked"};
    const StatusOr<std::vector<Literal>> outputs = runCompiled(*tiled, args, options);
    const std::string text =
        outputs.ok() ? difference(*expected, *outputs) : outputs.status().ToString();
    EXPECT_EQ(text, "") << "seed " << seed << "\n" << *compiler::printModule(program);
  }
  std::printf("%lld of %lld programs have loops\n", (long long)loops, (long long)count);
  EXPECT_GE(loops, count / 4);
}

} // namespace
} // namespace lz::test
