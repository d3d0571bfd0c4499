#include "hlo/passes/PassBase.h"

#include "hlo/ir/Dialect.h"

namespace lz::hlo {

mlir::LogicalResult applyPatterns(mlir::ModuleOp module, mlir::RewritePatternSet patterns) {
  mlir::GreedyRewriteConfig config;
  config.useTopDownTraversal = true;
  config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Disabled;
  config.maxIterations = mlir::GreedyRewriteConfig::kNoLimit;
  return mlir::applyPatternsAndFoldGreedily(module, std::move(patterns), config);
}

mlir::LogicalResult applyPatternsTo(mlir::ModuleOp module, std::initializer_list<Opcode> opcodes,
                                    mlir::RewritePatternSet patterns) {
  mlir::WalkResult found = module.walk([&](OpcodeInterface op) {
    return llvm::is_contained(opcodes, op.getOpcode()) ? mlir::WalkResult::interrupt()
                                                       : mlir::WalkResult::advance();
  });
  return found.wasInterrupted() ? applyPatterns(module, std::move(patterns)) : mlir::success();
}

} // namespace lz::hlo
