// The formation of regions as a pass of lz-opt. The compiler calls formRegions directly.
#include "fusion/FormRegions.h"
#include "hlo/ir/Dialect.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/Pass/Pass.h"

namespace lz::fusion {
namespace {

struct FormRegions : mlir::PassWrapper<FormRegions, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FormRegions)

  explicit FormRegions(const contraction::ContractionTarget& target) : target(target) {}
  FormRegions(const FormRegions& other) : PassWrapper(other), target(other.target) {}

  llvm::StringRef getArgument() const final { return "lz-form-regions"; }
  llvm::StringRef getDescription() const final { return "Put ops that run together into regions."; }

  void getDependentDialects(mlir::DialectRegistry& registry) const final {
    registry.insert<ir::LzDialect>();
  }

  void runOnOperation() final {
    std::vector<std::string> lines;
    FusionOptions options;
    options.cpu = target.cpu;
    options.contractions = target;
    options.explanations = explain ? &lines : nullptr;
    formRegions(getOperation(), options);
    for (const std::string& line : lines)
      llvm::errs() << line << '\n';
  }

  Option<bool> explain{*this, "explain", llvm::cl::desc("Write every decision to stderr"),
                       llvm::cl::init(false)};
  const contraction::ContractionTarget target;
};

} // namespace

void registerFormRegionsPass(const contraction::ContractionTarget& target) {
  mlir::registerPass([target] { return std::make_unique<FormRegions>(target); });
}

} // namespace lz::fusion
