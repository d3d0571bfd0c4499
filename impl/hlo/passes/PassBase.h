// Only for hlo/passes: the shell that every pass shares. A pass is a class with kName and kSummary
// and run().
#pragma once

#include "spec/OpInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace lz::hlo {

// Derived has `static constexpr llvm::StringLiteral kName, kSummary` and `mlir::LogicalResult
// run(mlir::ModuleOp)`, and names itself in MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID.
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

// Applies the patterns until nothing changes, and removes dead ops. It is linear in the number of
// ops, and does not recurse over chains. Regions stay as they are. Error, as a diagnostic: the
// rewrites do not end. `isChanged` is set to whether anything changed.
mlir::LogicalResult applyPatterns(mlir::ModuleOp module,
                                  const mlir::FrozenRewritePatternSet& patterns,
                                  bool* isChanged = nullptr);

// The same for modules that have an op of one of these opcodes. Other modules are only scanned.
mlir::LogicalResult applyPatternsTo(mlir::ModuleOp module, std::initializer_list<Opcode> opcodes,
                                    const mlir::FrozenRewritePatternSet& patterns,
                                    bool* isChanged = nullptr);

} // namespace lz::hlo
