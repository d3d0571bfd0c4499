#include "RunProgram.h"

#include "Checks.h"
#include "Generated.h"
#include "ParseChecks.h"
#include "TimeLimit.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "formats/ModuleFormat.h"
#include "formats/ReadModule.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/text/HloText.h"
#include "lz-run/Arguments.h"
#include "lz-run/Run.h"
#include "semantics/eval/Evaluate.h"

namespace lz::conformance {
namespace {

Verdict verdictOf(const Status& status) {
  if (status.ok())
    return Verdict::Passed;
  if (absl::IsCancelled(status))
    return Verdict::Skipped;
  return absl::IsUnimplemented(status) || absl::IsResourceExhausted(status) ? Verdict::Unsupported
                                                                            : Verdict::Failed;
}

// Makes "[add] ..." of "a.mlir:3:10: [add] ...".
std::string withoutPlace(std::string reason, const std::string& program) {
  if (absl::StartsWith(reason, program))
    if (const size_t at = reason.find(": ", program.size()); at != std::string::npos)
      return reason.substr(at + 2);
  return reason;
}

void tell(Journal& journal, const std::string& program, Step step, const Status& status) {
  journal.ends(outcomeOf(program, step, status));
}

// Reports the steps that cannot be done.
void tellRest(Journal& journal, const std::string& program, const Status& status) {
  for (Step step : {Step::Interpreted, Step::Compiled})
    tell(journal, program, step, status);
}

void tellAll(Journal& journal, const std::string& program, const Status& status) {
  tell(journal, program, Step::Read, status);
  tellRest(journal, program, status);
}

// A program that is printed and parsed again must be printed as before.
Status checkRoundTrip(const Program& program, const std::string& name) {
  const std::string text = formats::printStableHlo(program);
  LZ_ASSIGN_OR_RETURN(Program again, formats::parseStableHlo(text, name));
  if (formats::printStableHlo(again) != text)
    return failedPrecondition(name, ": print, parse, print gives another text");
  return okStatus();
}

Status checkHloText(const std::string& text, const std::string& name) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, xla::parseHloText(text, name));
  LZ_RETURN_IF_ERROR(xla::verifyModule(module, name));
  const std::string printed = xla::printHloText(module);
  LZ_ASSIGN_OR_RETURN(xla::Module again, xla::parseHloText(printed, name));
  LZ_RETURN_IF_ERROR(xla::verifyModule(again, name));
  if (xla::printHloText(again) != printed)
    return failedPrecondition(name, ": print, parse, print gives another text");
  return okStatus();
}

bool hasChecks(const std::string& text) {
  return absl::StrContains(text, "check.expect_") || absl::StrContains(text, "@check.");
}

Status runCompiledChecks(const Program& program, compiler::Numerics level) {
  CheckedProgram checked = withoutChecks(program);
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> args, run::loadArguments(program, {}));
  args.insert(args.end(), checked.constants.begin(), checked.constants.end());
  std::string stage;
  run::Options options;
  options.numerics = level;
  LZ_ASSIGN_OR_RETURN(run::Outcome outcome, run::runProgram(checked.program, args, options, stage));
  return runChecks(checked, outcome.results);
}

// The results that a file states were computed with a rounding after each op. If later ops magnify
// a rounding error, code with fused operations gives another result, which may be closer to the
// exact one. Such a program passes if level strict gives the stated result. docs/conformance.md
// describes this rule.
Outcome compiledOutcome(const std::string& name, const Program& program) {
  const Status standard = runCompiledChecks(program, compiler::Numerics::Standard);
  Outcome outcome = outcomeOf(name, Step::Compiled, standard);
  if (absl::IsFailedPrecondition(standard) &&
      runCompiledChecks(program, compiler::Numerics::Strict).ok())
    outcome.verdict = Verdict::Passed;
  return outcome;
}

Status runInterpretedChecks(const Program& program) {
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> args, run::loadArguments(program, {}));
  return eval::evaluate(program, args).status();
}

Status checkSize(const Program& program) {
  constexpr int64_t kMostBytes = int64_t(1) << 30;
  double bytes = 0;
  for (ValueId param : program.body.params)
    bytes += double(program.type(param).numBytes());
  return bytes <= kMostBytes ? okStatus()
                             : resourceExhausted("the arguments take more than 1 GiB: not run");
}

StatusOr<run::Outcome> runCompiled(const Program& program, const std::vector<Literal>& args,
                                   double seconds) {
  TimeLimit limit(seconds);
  std::string stage;
  return run::runProgram(program, args, {}, stage);
}

// Runs the program compiled and in the interpreter, with generated arguments. The compiled program
// runs first, because the interpreter may take too long.
void runGenerated(const std::string& name, const Program& promising, const FileOptions& options,
                  Journal& journal) {
  const Program program = withoutPromises(promising);
  if (Status status = checkSize(program); !status.ok())
    return tellRest(journal, name, status);
  StatusOr<std::vector<Literal>> args = run::loadArguments(program, {});
  if (!args.ok())
    return tellRest(journal, name, args.status());
  journal.begins(name, Step::Compiled);
  StatusOr<run::Outcome> compiled = runCompiled(program, *args, options.seconds);
  // The program takes too long, perhaps only with these arguments.
  if (absl::IsCancelled(compiled.status())) {
    tell(journal, name, Step::Compiled,
         resourceExhausted("takes longer than ", options.seconds, " s on generated arguments"));
    return tell(journal, name, Step::Interpreted,
                absl::CancelledError("the interpreter takes longer than compiled code"));
  }
  if (!compiled.ok())
    tell(journal, name, Step::Compiled, compiled.status());
  journal.begins(name, Step::Interpreted);
  StatusOr<std::vector<Literal>> expected = interpretWithin(program, *args, options.seconds);
  tell(journal, name, Step::Interpreted, expected.status());
  if (!compiled.ok())
    return;
  if (!expected.ok()) // it runs, but there is nothing to compare it with
    return tell(journal, name, Step::Compiled, okStatus());
  tell(journal, name, Step::Compiled, compareResults(program, compiled->results, *expected));
}

} // namespace

Outcome outcomeOf(const std::string& program, Step step, const Status& status) {
  return {program, step, verdictOf(status), withoutPlace(std::string(status.message()), program)};
}

void runStableHlo(const std::string& name, const std::string& text, const FileOptions& options,
                  Journal& journal) {
  journal.begins(name, Step::Read);
  StatusOr<Program> program = formats::describeFormat(text) == formats::ModuleFormat::StableHloText
                                  ? parseChecks(text, name)
                                  : formats::readModule(text, name);
  if (!program.ok())
    return tellAll(journal, name, program.status());
  tell(journal, name, Step::Read, checkRoundTrip(*program, name));
  if (!hasChecks(text))
    return runGenerated(name, *program, options, journal);
  journal.begins(name, Step::Interpreted);
  tell(journal, name, Step::Interpreted, runInterpretedChecks(*program));
  journal.begins(name, Step::Compiled);
  journal.ends(compiledOutcome(name, *program));
}

void runHlo(const std::string& name, const std::string& text, const FileOptions& options,
            Journal& journal) {
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "#")) // these are its comments
    return tellAll(journal, name, unimplemented("a module in the text form of protobuf"));
  // Some texts have instructions or computations, but no header of a module.
  const std::string module = xla::isHloText(text) ? text : "HloModule m\n" + text;
  journal.begins(name, Step::Read);
  tell(journal, name, Step::Read, checkHloText(module, name));
  journal.begins(name, Step::Compiled);
  StatusOr<Program> program = formats::readModule(module, name);
  if (!program.ok())
    return tellRest(journal, name, program.status());
  runGenerated(name, *program, options, journal);
}

} // namespace lz::conformance
