// lz-run: runs a StableHLO program on random or given arguments and compares the results.
#include "absl/strings/match.h"
#include "autodiff/Gradient.h"
#include "compiler/Compiler.h"
#include "lz-run/Arguments.h"
#include "lz-run/Report.h"
#include "lz-run/Source.h"
#include "npy/Npy.h"

#include <algorithm>
#include <cstdio>

namespace lz::run {
namespace {

// Everything between a source and its report; the status is the error of `stage`.
Status fillReport(const Source& source, const Options& options, Report& report,
                  std::string& stage) {
  LZ_ASSIGN_OR_RETURN(Program program, parseModule(source.text, source.name));
  if (!options.gradient.empty()) {
    LZ_ASSIGN_OR_RETURN(
        program, autodiff::gradientOf(std::move(program), {options.gradient, /*withValues=*/true}));
  }
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> args, loadArguments(program, options.args));
  if (!options.expect.empty()) {
    LZ_ASSIGN_OR_RETURN(report.expected, loadExpected(program, options.expect));
  }
  LZ_ASSIGN_OR_RETURN(Outcome outcome, runProgram(program, args, options, stage));
  report.results = std::move(outcome.results);
  report.measures = std::move(outcome.measures);
  for (size_t i = 0; i < std::min(options.save.size(), report.results.size()); ++i)
    LZ_RETURN_IF_ERROR(npy::write(options.save[i], report.results[i]));
  compareResults(report, {options.rtol, options.atol});
  return okStatus();
}

// With the place in front, unless the message begins with it already.
std::string messageOf(const Status& error) {
  std::string location = locationOf(error), message(error.message());
  if (location.empty() || absl::StartsWith(message, location))
    return message;
  return absl::StrCat(location, ": ", message);
}

Report runSource(const Source& source, const Options& options) {
  Report report;
  report.name = source.name;
  std::string stage = "read";
  if (Status error = fillReport(source, options, report, stage); !error.ok()) {
    report.verdict = verdictOf(error, stage);
    report.message = messageOf(error);
  }
  return report;
}

int refuse(const Status& error, const char* usage) {
  std::fprintf(stderr, "lz-run: %s\n%s", messageOf(error).c_str(), usage);
  return int(verdictOf(error, "read"));
}

int runFile(const std::vector<std::string>& words) {
  StatusOr<Options> options = parseOptions(words);
  if (!options.ok())
    return refuse(options.status(), kUsage);
  StatusOr<std::vector<Source>> sources = readSources(options->file);
  if (!sources.ok())
    return refuse(sources.status(), "");
  int worst = 0;
  for (const Source& source : *sources) {
    Report report = runSource(source, *options);
    bool isError = !report.message.empty();
    std::string lines = options->json ? json(report) : text(report);
    std::fputs(lines.c_str(), isError && !options->json ? stderr : stdout);
    worst = std::max(worst, int(report.verdict));
  }
  return worst;
}

} // namespace
} // namespace lz::run

int main(int argc, char** argv) {
  return lz::run::runFile({argv + 1, argv + argc});
}
