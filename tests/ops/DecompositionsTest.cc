// Judges compiled decompositions by the equations that must hold, like the interpreter's
// (unit/eval/DecompositionsTest.cc). Unique results are also compared with the interpreter's.
#include "Decompositions.h"

#include "CpuSample.h"
#include "Harness.h"
#include "LapackPrograms.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/Evaluate.h"

namespace lz::test {
namespace {

class Compiled : public testing::TestWithParam<DType> {};

// The sizes include empty matrices, matrices of one block, which are computed in lanes or
// separately, and matrices of several blocks.
TEST_P(Compiled, DecompositionsHold) {
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {0, 0}, {0, 3}, {3, 0}, {1, 1}, {7, 4}, {3, 5}, {18, 24}})
    for (const LapackProgram& p : lapackPrograms(GetParam(), m, n)) {
      const auto expected = eval::evaluate(p.program, p.arguments);
      ASSERT_TRUE(expected.ok()) << expected.status();
      for (MachineClass cpu : nextCpuClasses()) {
        compiler::CompileOptions options = modeOptions();
        options.cpu = machineClassName(cpu);
        const auto results = runCompiled(p.program, p.arguments, options);
        ASSERT_TRUE(results.ok()) << results.status();
        const std::string where = absl::StrCat(p.config, " for ", options.cpu);
        EXPECT_EQ(judge(p.target, p.config, p.arguments, *results), "") << where;
        EXPECT_EQ(compareUnique(p.target, p.config, p.arguments, *results, *expected), "") << where;
        const auto onThreads = runCompiled(p.program, p.arguments, options, options.threads);
        EXPECT_EQ(compareOutputs(onThreads, *results, {.sameBits = true}), "")
            << p.target << " " << where << " with other bits on " << options.threads << " threads";
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Compiled, testing::ValuesIn(kLapackTypes), [](const auto& info) {
  return std::string(1, linalg::lapackLetter(info.param));
});

} // namespace
} // namespace lz::test
