// Internal to hlo/passes: the base class of all passes. Each pass is a class with kName, kSummary
// and run().
#pragma once

#include "spec/OpInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace lz::hlo {

// `Derived` must have `static constexpr llvm::StringLiteral kName, kSummary` and
// `mlir::LogicalResult run(mlir::ModuleOp)`, and declare
// MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID of itself.
template <typename Derived>
class ModulePass : public mlir::PassWrapper<Derived, mlir::OperationPass<mlir::ModuleOp>> {
public:
  llvm::StringRef getArgument() const final { return Derived::kName; }
  llvm::StringRef getDescription() const final { return Derived::kSummary; }
  llvm::StringRef getName() const final { return Derived::kName; }
  void runOnOperation() final {
    if (failed(static_cast<Derived*>(this)->run(this->getOperation())))
      this->signalPassFailure();
  }
};

// Applies the patterns until nothing changes, and removes dead ops. Does not simplify regions. If
// the rewrites do not end, fails with a diagnostic. Sets `isChanged` to whether anything changed.
mlir::LogicalResult applyPatterns(mlir::ModuleOp module,
                                  const mlir::FrozenRewritePatternSet& patterns,
                                  bool* isChanged = nullptr);

// Applies the patterns if the module has an op with one of these opcodes. Otherwise does nothing.
mlir::LogicalResult applyPatternsTo(mlir::ModuleOp module, std::initializer_list<Opcode> opcodes,
                                    const mlir::FrozenRewritePatternSet& patterns,
                                    bool* isChanged = nullptr);

} // namespace lz::hlo
