#include "lz-run/Report.h"

#include "gtest/gtest.h"

namespace lz::run {
namespace {

Literal scalar(float value) {
  return Literal::copyOf({DType::F32, {}}, &value);
}

TEST(Report, ErrorsMapToExitStatuses) {
  EXPECT_EQ(verdictOf(invalidArgument("x"), "read"), Verdict::Invalid);
  EXPECT_EQ(verdictOf(invalidArgument("x"), "compile"), Verdict::Invalid);
  EXPECT_EQ(verdictOf(unimplemented("x"), "compile"), Verdict::Unsupported);
  EXPECT_EQ(verdictOf(resourceExhausted("x"), "run"), Verdict::Failed);
  EXPECT_EQ(verdictOf(internalError("x"), "compile"), Verdict::Failed);
  EXPECT_EQ(verdictOf(failedPrecondition("x"), "run"), Verdict::Failed);
  EXPECT_EQ(verdictOf(withOp(failedPrecondition("x"), "custom_call"), "run"), Verdict::Differs);
}

TEST(Report, JsonIsOneLine) {
  Report report;
  report.name = "a \"b\"\n";
  report.results = {scalar(1.5f)};
  report.expected = {scalar(1.0f)};
  report.measures.warmUpMs = {9};
  report.measures.runMs = {3, 1, 2};
  report.measures.kernels = 2;
  compareResults(report, {});
  EXPECT_EQ(report.verdict, Verdict::Differs);
  EXPECT_EQ(
      json(report),
      "{\"name\": \"a \\\"b\\\"\\u000a\", \"status\": \"differs\", \"message\": \"\", "
      "\"compile_ms\": 0, \"run_ms\": {\"median\": 2, \"min\": 1, \"n\": 3, \"warm_ups\": 1}, "
      "\"arena_bytes\": 0, \"peak_bytes\": 0, \"kernels\": 2, \"worst_error\": {\"output\": 0, "
      "\"element\": 0, "
      "\"abs\": 0.5, \"rel\": 0.5, \"ulp\": 4194304}}\n");
}

} // namespace
} // namespace lz::run
