// Random programs of tables of pairs, run in small tiles and blocks.
//
// LAZULI_DAGS sets the number of programs, and LAZULI_SEED selects another sequence.
#include "RandomDag.h"
#include "RandomProgram.h"
#include "TableChecks.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lz::test {
namespace {

uint64_t firstSeed() {
  constexpr uint64_t kSeedsOfOne = 1'000'000;
  return uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
}

// A product whose rows are computed again for each tile adds in another order than the whole
// product. So the distance of such a row from itself need not be exactly 0.
void allowDistancesOfRowsFromThemselves(Expected& expected) {
  for (size_t o = 0; o < expected.outputs.size(); ++o) {
    const Literal& output = expected.outputs[o];
    double most = 0;
    for (int64_t i = 0; isFloat(output.type().dtype) && i < output.type().numElements(); ++i)
      most = std::max(most, std::abs(output.toDouble(i)));
    for (double& slack : expected.slack[o])
      slack += std::ldexp(most, -30);
  }
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
    StatusOr<Expected> expected = expectedOf(program, args);
    ASSERT_TRUE(expected.ok()) << expected.status();
    allowDistancesOfRowsFromThemselves(*expected);
    if (!expected->isOrdinary) // at level standard, intermediate values may differ
      continue;
    const StatusOr<Program> tiled = afterPasses(program, {.tile = int64_t(2 + seed % 4),
                                                          .blocks = int64_t(seed / 4 % 4),
                                                          .loops = seed / 16 % 2 == 0,
                                                          .verify = true});
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
