#include "hlo/passes/Pipelines.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/CheckCancel.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <chrono>
#include <map>
#include <set>

namespace lz::hlo {
namespace {

using Passes = std::vector<std::unique_ptr<mlir::Pass>>;

Passes makePipeline(const PipelineOptions& options) {
  const bool strict = options.strict;
  Passes passes;
  auto then = [&](std::unique_ptr<mlir::Pass> pass) { passes.push_back(std::move(pass)); };

  // Makes one flat function, since the passes below work on one body and would stop at calls.
  then(createInlineCallsPass());
  // Turns annotations of other systems into plain values, before other passes have to interpret
  // them.
  then(createDecomposeCustomCallsPass());
  // This pass must come before all rules that move an operand into a body, or a body to its
  // operands, because operands have the types of the body only after it.
  then(createPromoteOperandsPass());
  // Later passes cannot handle complex numbers, so this pass removes them.
  then(createExpandComplexPass());

  // Removes tensors without elements, so that later passes may rely on sizes of at least 1.
  then(createDropEmptyPass());

  // Makes the form canonical, so that rules match and equal ops look equal.
  then(createCanonicalizePass());
  // This pass must come before the rules, so that they see the ops of all trips at once.
  then(createUnrollLoopsPass());
  then(createCsePass());
  then(createSimplifyAlgebraPass(strict, /*identities=*/!strict));
  // This pass comes after the rules, so that values that the rules remove (such as x * 0) are not
  // computed.
  then(createFoldConstantsPass());

  // This pass comes after the rules and the constants, so that it sees the factors that remain, and
  // before products are joined or become elementwise.
  then(createOrderProductsPass(strict, options.cpu));
  // This pass must come before lz.contraction is formed for each product separately.
  then(createJoinProductsPass(strict));
  // Replaces ops that no emitter supports. A later pass makes the new ops canonical.
  then(createDecomposeSelectAndScatterPass());
  then(createLegalizeContractionsPass());
  // This pass comes after products have their final form, and before loops divide the columns of a
  // table.
  const TableOptions tables{options.tile, options.blocks, options.loops, options.rescales,
                            options.explanations};
  then(createSkipMaskedPass(strict, options.cpu, tables));
  // This pass comes after products have their final form, and before reductions are split.
  then(createTileTablesPass(strict, options.cpu, tables));
  // This pass comes before sums of all elements become sums of pieces, which have no dimension to
  // cut. At level strict no sum is cut, and the sums of slices must have the pieces of the whole,
  // so tensors are split later.
  const SplitOptions splits{.tensorBytes = options.tensorBytes,
                            .sliceBytes = options.sliceBytes,
                            .strict = strict,
                            .rescales = options.rescales,
                            .stored = options.storedOps,
                            .report = options.splits};
  SplitOptions early = splits;
  early.tensorBytes = strict ? 0 : splits.tensorBytes;
  then(createSplitForMemoryPass(early));
  // This pass comes after LegalizeContractions, which removes reversed windows.
  then(createSplitDilationsPass(strict));
  // Limits the operands of a kernel, since one with thousands of operands takes minutes to compile.
  then(createSeparateReductionsPass());
  // This pass must come after select_and_scatter is decomposed, and before reductions are split,
  // since windows are split into blocks, whose totals are reductions.
  then(createSplitWindowsPass(strict));
  // This pass comes after contractions have become reductions.
  then(createSplitReductionsPass(strict));
  // This pass comes after integer convolutions have become concatenations.
  then(createSplitConcatenationsPass());

  // Removes the identities, duplicates and dead ops that decomposition and folding leave.
  then(createCanonicalizePass());
  // This pass runs without the identities of linear algebra, because they would turn sums that were
  // products into products again.
  then(createSimplifyAlgebraPass(strict, /*identities=*/false));
  then(createCsePass());
  // The first run of this pass has split all tensors that it could. At level strict it split none,
  // so this run splits them. By now reductions are split, so a slice has the same steps as the
  // whole. The pass comes before matrices are packed, so that a matrix that a loop reads is packed
  // once.
  SplitOptions late = splits;
  if (options.fitBytes > 0) {
    late.tensorBytes = late.sliceBytes = options.fitBytes;
    late.strict = true;
    late.keepsOrder = !strict; // at level strict, kernels add in the order of the elements
  }
  then(createSplitForMemoryPass(late));
  // This pass must come after all rules, since a rule would fold the transpose into the product.
  then(createPackMatricesPass(options.cpu));
  then(createDcePass());
  return passes;
}

// Returns whether later passes and emitters rely on the pass. Without one of the other passes, a
// program is only slower, or is rejected with the name of the op.
bool isRequired(llvm::StringRef name) {
  return name == "lz-promote-operands" || name == "lz-expand-complex";
}

bool isDisabled(const PipelineOptions& options, llvm::StringRef name) {
  return !isRequired(name) && absl::c_any_of(options.disabled, [&](llvm::StringRef off) {
    return off == name || (name.starts_with("lz-") && off == name.drop_front(3));
  });
}

Status toStatus(mlir::Diagnostic& diagnostic) {
  std::string message = diagnostic.str();
  bool unsupported = llvm::StringRef(message).contains(kNotSupported);
  Status status = unsupported ? unimplemented(message) : invalidArgument(message);
  llvm::StringRef op = message; // "[add] operands ..."
  op = op.consume_front("[") ? op.take_until([](char c) { return c == ']'; }) : "";
  return withOp(withLocation(std::move(status), locationFromIr(diagnostic.getLocation())),
                op.str());
}

Status runPass(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(false); // runPipeline verifies, and names the pass at fault
  manager.addPass(std::move(pass));
  Status firstError = okStatus();
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic& diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && firstError.ok())
      firstError = toStatus(diagnostic);
    return mlir::success();
  });
  if (succeeded(manager.run(module)))
    return okStatus();
  return firstError.ok() ? internalError("a pass failed without a diagnostic") : firstError;
}

std::vector<std::string> distinct(std::vector<std::string> names) {
  std::set<std::string> seen;
  std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
  return names;
}

// Runs one pass, measures its time, finds out whether it changed the module, and dumps the module.
Status runReporting(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass,
                    const PipelineOptions& options) {
  if (!options.report && !options.dump)
    return runPass(module, std::move(pass));
  using Clock = std::chrono::steady_clock;
  std::string name = pass->getName().str();
  mlir::OperationFingerPrint before(module);
  Clock::time_point start = Clock::now();
  LZ_RETURN_IF_ERROR(runPass(module, std::move(pass)));
  std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  PassReport report{name, elapsed.count(), before != mlir::OperationFingerPrint(module)};
  if (options.report)
    options.report(report);
  if (options.dump)
    options.dump(report, module);
  return okStatus();
}

Status runChecked(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass,
                  const PipelineOptions& options) {
  LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
  const std::string name = pass->getName().str();
  LZ_RETURN_IF_ERROR(runReporting(module, std::move(pass), options));
  return options.verify ? verifyModule(module, name) : okStatus();
}

// Returns for each listed pass its first position in the pipeline. Fails if there is no such pass.
StatusOr<std::vector<size_t>> numbersOf(absl::string_view names) {
  const std::vector<std::string> known = pipelinePasses();
  std::vector<size_t> numbers;
  for (absl::string_view given : absl::StrSplit(names, ',')) {
    given = absl::StripAsciiWhitespace(given);
    const absl::string_view name = absl::StripPrefix(given, "lz-");
    const bool isAll = name == "hlo";
    const size_t first = numbers.size();
    for (size_t i = 0; i < known.size() && (isAll || numbers.size() == first); ++i)
      if (isAll || known[i].substr(3) == name)
        numbers.push_back(i);
    if (numbers.size() == first)
      return invalidArgument("no pass is called \"", given,
                             "\"; use lz-hlo for all passes in their order, or some of: ",
                             absl::StrJoin(distinct(known), ", "));
  }
  return numbers;
}

} // namespace

std::vector<std::string> pipelinePasses() {
  std::vector<std::string> names;
  for (const auto& pass : makePipeline({}))
    names.push_back(pass->getName().str());
  return names;
}

std::vector<std::string> pipelinePlaces() {
  std::vector<std::string> places = pipelinePasses();
  std::map<std::string, int> runs;
  for (std::string& name : places)
    if (int run = ++runs[name]; run > 1)
      absl::StrAppend(&name, ",", run);
  return places;
}

std::vector<std::string> optionalPasses() {
  std::vector<std::string> names = pipelinePasses();
  std::erase_if(names, [](const std::string& name) { return isRequired(name); });
  return names;
}

Status verifyModule(mlir::ModuleOp module, absl::string_view producer) {
  std::string first;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic& diagnostic) {
    if (first.empty())
      first = absl::StrCat(locationFromIr(diagnostic.getLocation()), ": ", diagnostic.str());
    return mlir::success();
  });
  if (succeeded(mlir::verify(module)))
    return okStatus();
  return internalError("[verify] ", producer, " makes a module that is not valid: ", first);
}

Status runPipeline(mlir::ModuleOp module, const PipelineOptions& options) {
  Passes passes = makePipeline(options);
  if (!options.stopAfter.empty()) {
    std::vector<std::string> places = pipelinePlaces();
    auto last = absl::c_find(places, options.stopAfter);
    if (last == places.end())
      return internalError("no pass is called ", options.stopAfter);
    passes.resize(size_t(last - places.begin()) + 1);
  }
  for (auto& pass : passes) {
    if (isDisabled(options, pass->getName()))
      continue;
    LZ_RETURN_IF_ERROR(runChecked(module, std::move(pass), options));
  }
  return okStatus();
}

Status runPasses(mlir::ModuleOp module, absl::string_view names, const PipelineOptions& options) {
  LZ_ASSIGN_OR_RETURN(std::vector<size_t> numbers, numbersOf(names));
  for (size_t number : numbers) {
    auto pass = std::move(makePipeline(options)[number]);
    const std::string name = pass->getName().str();
    if (Status status = runChecked(module, std::move(pass), options); !status.ok())
      return withMessage(status, absl::StrCat(name, ": ", status.message()));
  }
  return okStatus();
}

void registerPasses() {
  std::set<std::string> seen;
  std::vector<std::string> names = pipelinePasses();
  for (size_t i = 0; i < names.size(); ++i)
    if (seen.insert(names[i]).second)
      mlir::registerPass([i] { return std::move(makePipeline({})[i]); });
  mlir::PassPipelineRegistration<>("lz-hlo", "All HLO passes in the order of the compiler.",
                                   [](mlir::OpPassManager& manager) {
                                     for (auto& pass : makePipeline({}))
                                       manager.addPass(std::move(pass));
                                   });
}

} // namespace lz::hlo
