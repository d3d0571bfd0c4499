#include "lz-run/Report.h"

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "semantics/eval/Compare.h"

#include <algorithm>
#include <cmath>

namespace lz::run {
namespace {

constexpr int64_t kShownElements = 16;
constexpr const char* kVerdictNames[] = {"equal", "differs", "invalid", "unsupported", "failed"};

struct Summary {
  double median = 0, min = 0;
};

Summary summarize(std::vector<double> values) {
  if (values.empty())
    return {};
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front()};
}

std::string elements(const Literal& literal) {
  std::vector<std::string> shown;
  int64_t n = literal.type().numElements();
  for (int64_t i = 0; i < std::min(n, kShownElements); ++i)
    shown.push_back(eval::elementText(literal, i));
  return absl::StrCat(absl::StrJoin(shown, ", "), n > kShownElements ? ", ..." : "");
}

std::string quoted(const std::string& value) {
  std::string result = "\"";
  for (unsigned char c : value) {
    if (c == '"' || c == '\\')
      absl::StrAppend(&result, "\\", std::string(1, char(c)));
    else if (c < 32)
      absl::StrAppend(&result, absl::StrFormat("\\u%04x", c));
    else
      result += char(c);
  }
  return result + "\"";
}

// Returns the JSON text of a numeric error, which is not negative. JSON has neither infinity nor
// NaN.
std::string jsonNumber(double value) {
  return absl::StrFormat("%.6g", std::fmin(value, 1e308));
}

std::string worstError(const std::vector<Difference>& differences) {
  Difference worst;
  size_t output = 0;
  for (size_t i = 0; i < differences.size(); ++i) {
    if (differences[i].worst < 0 || (worst.worst >= 0 && differences[i].ulps <= worst.ulps))
      continue;
    worst = differences[i];
    output = i;
  }
  if (worst.worst < 0)
    return "null";
  return absl::StrFormat("{\"output\": %d, \"element\": %d, \"abs\": %s, \"rel\": %s, \"ulp\": %d}",
                         output, worst.worst, jsonNumber(worst.absolute),
                         jsonNumber(worst.relative), worst.ulps);
}

} // namespace

Verdict verdictOf(const Status& error, const std::string& stage) {
  if (error.code() == absl::StatusCode::kUnimplemented)
    return Verdict::Unsupported;
  if (stage == "run")
    return opOf(error) == "custom_call" && error.code() == absl::StatusCode::kFailedPrecondition
               ? Verdict::Differs
               : Verdict::Failed;
  return error.code() == absl::StatusCode::kInvalidArgument ? Verdict::Invalid : Verdict::Failed;
}

void compareResults(Report& report, Tolerance tolerance) {
  for (size_t i = 0; i < report.expected.size(); ++i) {
    report.differences.push_back(compare(report.results[i], report.expected[i], tolerance));
    if (report.differences.back().differing > 0)
      report.verdict = Verdict::Differs;
  }
}

std::string text(const Report& report) {
  if (!report.message.empty())
    return absl::StrCat(report.name, ": ", kVerdictNames[int(report.verdict)], ": ", report.message,
                        "\n");
  std::string lines;
  for (size_t i = 0; i < report.results.size(); ++i) {
    const Literal& result = report.results[i];
    absl::StrAppend(&lines, "output ", i, " ", result.type().str(), ": ",
                    i < report.differences.size()
                        ? describe(report.differences[i], result, report.expected[i])
                        : elements(result),
                    "\n");
  }
  const Measures& m = report.measures;
  Summary run = summarize(m.runMs);
  absl::StrAppend(&lines, absl::StrFormat("%s: %s; compiled in %.3g ms (%d kernels, arena %d bytes)"
                                          ", ran in %.3g ms (min %.3g, n %d), peak %d bytes\n",
                                          report.name, kVerdictNames[int(report.verdict)],
                                          m.compileMs, m.kernels, m.arenaBytes, run.median, run.min,
                                          m.runMs.size(), m.peakBytes));
  return lines;
}

std::string json(const Report& report) {
  const Measures& m = report.measures;
  Summary run = summarize(m.runMs);
  return absl::StrCat(
      "{\"name\": ", quoted(report.name), ", \"status\": \"", kVerdictNames[int(report.verdict)],
      "\", \"message\": ", quoted(report.message), ", \"compile_ms\": ", jsonNumber(m.compileMs),
      ", \"run_ms\": {\"median\": ", jsonNumber(run.median), ", \"min\": ", jsonNumber(run.min),
      ", \"n\": ", m.runMs.size(), ", \"warm_ups\": ", m.warmUpMs.size(),
      "}, \"arena_bytes\": ", m.arenaBytes, ", \"peak_bytes\": ", m.peakBytes,
      ", \"kernels\": ", m.kernels, ", \"worst_error\": ", worstError(report.differences), "}\n");
}

} // namespace lz::run
