#include "hlo/passes/Pipelines.h"

#include "absl/algorithm/container.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <chrono>

namespace lz::hlo {
namespace {

using Passes = std::vector<std::unique_ptr<mlir::Pass>>;

Passes makePipeline(bool strict) {
  Passes passes;
  auto then = [&](std::unique_ptr<mlir::Pass> pass) { passes.push_back(std::move(pass)); };

  // One flat function: everything below looks at one body at a time and would stop at calls.
  then(createInlineCallsPass());
  // Annotations of other systems become plain values before anybody wonders what they mean.
  then(createDecomposeCustomCallsPass());
  // Before any rule moves an operand into a body or a body to its operands: from here on they have
  // one type.
  then(createPromoteOperandsPass());

  // Everything below may rely on extents of at least 1.
  then(createDropEmptyPass());

  // One spelling for each thing, so that the rules match and equal ops look equal.
  then(createCanonicalizePass());
  then(createCsePass());
  then(createSimplifyAlgebraPass(strict));
  // After the rules: they take away what would only be computed to be dropped (x * 0).
  then(createFoldConstantsPass());

  // Ops that no emitter knows become ops that they know. What comes out is spelled canonically
  // again below.
  then(createDecomposeSelectAndScatterPass());
  then(createLegalizeContractionsPass());
  // Also those that were contractions.
  then(createSplitReductionsPass(strict));

  // Decomposition and folding leave identities, twins and the dead.
  then(createCanonicalizePass());
  then(createSimplifyAlgebraPass(strict));
  then(createCsePass());
  then(createDcePass());
  return passes;
}

// What the passes and emitters below rely on without asking. A program that lacks another pass is
// slower, or is refused by name.
bool isRequired(llvm::StringRef name) {
  return name == "lz-promote-operands";
}

bool isDisabled(const PipelineOptions& options, llvm::StringRef name) {
  return !isRequired(name) && absl::c_any_of(options.disabled, [&](llvm::StringRef off) {
    return off == name || (name.starts_with("lz-") && off == name.drop_front(3));
  });
}

// What every pass is given without asking for it: a timer, changed or not, a dump.
class Reporter : public mlir::PassInstrumentation {
public:
  explicit Reporter(const PipelineOptions& options) : options_(options) {}

  void runBeforePass(mlir::Pass* pass, mlir::Operation* op) override {
    before_.emplace(op);
    start_ = Clock::now();
  }
  void runAfterPass(mlir::Pass* pass, mlir::Operation* op) override {
    std::chrono::duration<double, std::milli> elapsed = Clock::now() - start_;
    bool changed = *before_ != mlir::OperationFingerPrint(op);
    PassReport report{pass->getName().str(), elapsed.count(), changed};
    if (options_.report)
      options_.report(report);
    if (options_.dump)
      options_.dump(report, mlir::cast<mlir::ModuleOp>(op));
  }

private:
  using Clock = std::chrono::steady_clock;
  const PipelineOptions& options_;
  std::optional<mlir::OperationFingerPrint> before_;
  Clock::time_point start_;
};

Status toStatus(mlir::Diagnostic& diagnostic) {
  std::string message = diagnostic.str();
  bool unsupported = llvm::StringRef(message).contains(kNotSupported);
  Status status = unsupported ? unimplemented(message) : invalidArgument(message);
  return withLocation(std::move(status), locationFromIr(diagnostic.getLocation()));
}

} // namespace

std::vector<std::string> pipelinePasses() {
  std::vector<std::string> names;
  for (const auto& pass : makePipeline(/*strict=*/false))
    names.push_back(pass->getName().str());
  return names;
}

std::vector<std::string> optionalPasses() {
  std::vector<std::string> names = pipelinePasses();
  std::erase_if(names, [](const std::string& name) { return isRequired(name); });
  return names;
}

Status runPipeline(mlir::ModuleOp module, const PipelineOptions& options) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(options.verify);
  if (options.report || options.dump)
    manager.addInstrumentation(std::make_unique<Reporter>(options));
  for (auto& pass : makePipeline(options.strict))
    if (!isDisabled(options, pass->getName()))
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

void registerPasses() {
  using Create = std::unique_ptr<mlir::Pass> (*)();
  constexpr Create kAll[] = {createInlineCallsPass,
                             createDecomposeCustomCallsPass,
                             createPromoteOperandsPass,
                             createDropEmptyPass,
                             createCanonicalizePass,
                             [] { return createSimplifyAlgebraPass(/*strict=*/false); },
                             createFoldConstantsPass,
                             createCsePass,
                             createDcePass,
                             createDecomposeSelectAndScatterPass,
                             createLegalizeContractionsPass,
                             [] { return createSplitReductionsPass(/*strict=*/false); }};
  for (Create create : kAll)
    mlir::registerPass(create);
  mlir::PassPipelineRegistration<>("lz-hlo", "All HLO passes in the order of the compiler.",
                                   [](mlir::OpPassManager& manager) {
                                     for (auto& pass : makePipeline(/*strict=*/false))
                                       manager.addPass(std::move(pass));
                                   });
}

} // namespace lz::hlo
