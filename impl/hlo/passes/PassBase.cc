#include "hlo/passes/PassBase.h"

namespace lz::hlo {

mlir::LogicalResult applyPatterns(mlir::ModuleOp module, mlir::RewritePatternSet patterns) {
  mlir::GreedyRewriteConfig config;
  config.useTopDownTraversal = true;
  config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Disabled;
  config.maxIterations = mlir::GreedyRewriteConfig::kNoLimit;
  return mlir::applyPatternsAndFoldGreedily(module, std::move(patterns), config);
}

} // namespace lz::hlo
