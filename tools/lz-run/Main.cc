// lz-run: runs a StableHLO program on random or given arguments and compares the results.
#include "absl/strings/match.h"
#include "autodiff/Gradient.h"
#include "base/Cancel.h"
#include "compiler/Compiler.h"
#include "lazy/debug/Trace.h"
#include "lz-run/Arguments.h"
#include "lz-run/Report.h"
#include "lz-run/Source.h"
#include "npy/Npy.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace lz::run {
namespace {

StatusOr<Program> readProgram(const Source& source, const Options& options) {
  LZ_ASSIGN_OR_RETURN(Program program,
                      compiler::parseModule({source.text, source.name, options.function}));
  if (options.gradient.empty())
    return program;
  return autodiff::gradientOf(std::move(program), {options.gradient, /*withValues=*/true});
}

std::string textOf(const Program& program, Form form) {
  constexpr const char* kDevice = "CPU:0";
  if (form == Form::Dot)
    return lazy::lazyTensorDot(program, kDevice);
  return form == Form::Function ? lazy::functionText(program)
                                : lazy::lazyTensorText(program, kDevice);
}

// Does everything between the source and its report. If a stage fails, returns its error, and
// `stage` names this stage.
Status fillReport(const Source& source, const Options& options, Report& report,
                  std::string& stage) {
  LZ_ASSIGN_OR_RETURN(const Program program, readProgram(source, options));
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

// Returns the message with the location of the error in front, unless the message already begins
// with the location.
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

int fail(const std::string& message, Verdict verdict) {
  std::fprintf(stderr, "lz-run: %s\n", message.c_str());
  return int(verdict);
}

// Ctrl-C sets this flag; a second Ctrl-C ends the process as usual.
CancelFlag interrupted{false};
constexpr int kInterrupted = 130;

void cancelOnInterrupt() {
  struct sigaction action = {};
  // A shell makes its background jobs ignore SIGINT. If this process is such a job, it must go on
  // ignoring the signal.
  if (sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
    return;
  action = {};
  action.sa_handler = [](int) { interrupted.store(true); };
  action.sa_flags = int(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

// Returns false if the output is closed or the disk is full.
bool print(const std::string& text, FILE* file) {
  return std::fputs(text.c_str(), file) >= 0 && std::fflush(file) == 0;
}

// If a standard stream is closed, the next file that is opened gets the number of the stream.
// Output to the stream would then go to the file.
bool hasStandardStreams() {
  for (int stream : {STDIN_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0)
      open("/dev/null", O_RDWR);
  return fcntl(STDOUT_FILENO, F_GETFD) >= 0;
}

int runFile(const std::vector<std::string>& words) {
  if (!hasStandardStreams())
    return fail("the standard output is closed", Verdict::Failed);
  auto unwritten = [] {
    return fail(absl::StrCat("the output cannot be written: ", std::strerror(errno)),
                Verdict::Failed);
  };
  StatusOr<Options> options = parseOptions(words);
  if (!options.ok())
    return fail(absl::StrCat(options.status().message(), "; see lz-run --help"), Verdict::Invalid);
  if (options->help)
    return print(helpText(), stdout) ? 0 : unwritten();
  cancelOnInterrupt();
  CancelScope scope(&interrupted);
  StatusOr<std::vector<Source>> sources = readSources(options->file);
  if (interrupted)
    return fail("interrupted", Verdict(kInterrupted));
  if (!sources.ok())
    return fail(messageOf(sources.status()), verdictOf(sources.status(), "read"));
  int worst = 0;
  for (const Source& source : *sources) {
    if (options->print != Form::None) {
      StatusOr<Program> program = readProgram(source, *options);
      if (!program.ok())
        return fail(messageOf(program.status()), verdictOf(program.status(), "read"));
      if (!print(textOf(*program, options->print), stdout))
        return unwritten();
      continue;
    }
    Report report = runSource(source, *options);
    if (interrupted)
      return fail("interrupted", Verdict(kInterrupted));
    bool isError = !report.message.empty();
    std::string lines = options->json ? json(report) : text(report);
    if (!print(lines, isError && !options->json ? stderr : stdout))
      return unwritten();
    worst = std::max(worst, int(report.verdict));
  }
  return worst;
}

} // namespace
} // namespace lz::run

int main(int argc, char** argv) {
  try {
    return lz::run::runFile({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    return lz::run::fail("the memory is used up: use smaller shapes", lz::run::Verdict::Failed);
  }
}
