// Counts of results by family, and how they are printed.
#include "Results.h"

#include <gtest/gtest.h>

namespace lz::conformance {
namespace {

Results someResults() {
  Results results;
  add(results, {{"a/x.mlir", Step::Read, Verdict::Passed},
                {"a/x.mlir", Step::Compiled, Verdict::Passed},
                {"a/y.mlir", Step::Read, Verdict::Passed},
                {"a/y.mlir", Step::Interpreted, Verdict::Failed, "one \"|\" two"},
                {"a/y.mlir", Step::Compiled, Verdict::Unsupported, "op t"},
                {"a/b/c/z.hlo", Step::Read, Verdict::Unsupported, "instruction p, f: opcode f"},
                {"a/b/c/w.hlo", Step::Read, Verdict::Unsupported, "instruction q, f: opcode f"},
                {"top.mlir", Step::Compiled, Verdict::Disabled, "RUN-DISABLED(x): passed"},
                {"top.mlir", Step::Read, Verdict::Passed},
                {"a/x.mlir", Step::Interpreted, Verdict::Passed, "element [0] is 1"}});
  return results;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Results, TheWorstStepCountsForAProgram) {
  const Results results = someResults();
  EXPECT_EQ(results.at("a/x.mlir").verdict(), Verdict::Passed);
  EXPECT_EQ(results.at("a/y.mlir").verdict(), Verdict::Failed);
  EXPECT_EQ(results.at("a/b/c/z.hlo").verdict(), Verdict::Unsupported);
  EXPECT_EQ(results.at("top.mlir").verdict(), Verdict::Disabled);
  EXPECT_EQ(ProgramResult().verdict(), Verdict::Failed);
}

TEST(Results, FamiliesAreTheFirstThreeFolders) {
  EXPECT_EQ(familyOf("x.mlir", "top"), "top");
  EXPECT_EQ(familyOf("a/x.mlir", "top"), "a");
  EXPECT_EQ(familyOf("a/b/x.mlir", "top"), "a/b");
  EXPECT_EQ(familyOf("a/b/c/d/x.mlir", "top"), "a/b/c");
}

TEST(Results, AreCountedAndWritten) {
  const Results results = someResults();
  const auto families = countFamilies(results, "top");
  ASSERT_EQ(families.size(), 3u);
  EXPECT_EQ(families.at("a").programs, 2);
  EXPECT_EQ(families.at("a").passed[size_t(Step::Read)], 2);
  const std::string table = tableOf(families);
  EXPECT_TRUE(has(table, "| a                            |        2 |      1 |      1 |           "
                         "0 |        0 |     2 |           1 |        1 |"))
      << table;
  EXPECT_TRUE(
      has(table, "| all                          |        5 |      1 |      1 |           2"))
      << table;
  const std::string json = jsonOf(results, families);
  EXPECT_TRUE(has(json, R"("a": {"programs": 2, "failed": 1, "unsupported": 0)")) << json;
  EXPECT_TRUE(has(json, R"("reason": "one \"|\" two")")) << json;
  const std::string page = pageOf(results, families);
  EXPECT_TRUE(has(page, "| 2 | f: opcode f | `a/b/c/w.hlo` |")) << page;
  EXPECT_TRUE(has(page, "| 1 | one \"/\" two | `a/y.mlir` |")) << page;
  EXPECT_TRUE(has(page, "RUN-DISABLED(x): passed")) << page;
  EXPECT_TRUE(has(page, "## Passed at the level strict alone")) << page;
  EXPECT_TRUE(has(page, "| 1 | element [0] is 1 | `a/x.mlir` |")) << page;
}

TEST(Results, APageWithoutFailuresSaysSo) {
  Results results;
  add(results, {{"x.mlir", Step::Read, Verdict::Passed}});
  EXPECT_TRUE(has(pageOf(results, countFamilies(results, "top")), "## Failed\n\nNone.\n"));
}

} // namespace
} // namespace lz::conformance
