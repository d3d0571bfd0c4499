// Internal to hlo/passes: the shell that every pass shares. A pass is a class with kName and
// kSummary and run().
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

// Applies the patterns until nothing changes; removes what died. Order of work is linear in the
// number of ops, not recursive over chains. Regions are left as they are. Error, as a diagnostic:
// the rewrites do not end. `isChanged`: set to whether anything did.
mlir::LogicalResult applyPatterns(mlir::ModuleOp module,
                                  const mlir::FrozenRewritePatternSet& patterns,
                                  bool* isChanged = nullptr);

// The same on modules with an op of one of these opcodes; a quick look at all others.
mlir::LogicalResult applyPatternsTo(mlir::ModuleOp module, std::initializer_list<Opcode> opcodes,
                                    const mlir::FrozenRewritePatternSet& patterns,
                                    bool* isChanged = nullptr);

} // namespace lz::hlo
