#include "hlo/passes/PassBase.h"

#include "hlo/ir/Dialect.h"

namespace lz::hlo {

// Returns a limit on the number of rewrites that is far above what terminating rules need. Two
// rules that undo each other would never end.
static int64_t mostRewrites(mlir::ModuleOp module) {
  constexpr int64_t kFixed = 4096, kPerOp = 256;
  int64_t ops = 0;
  module.walk([&](mlir::Operation*) { ++ops; });
  return kFixed + kPerOp * ops;
}

mlir::LogicalResult applyPatterns(mlir::ModuleOp module,
                                  const mlir::FrozenRewritePatternSet& patterns, bool* isChanged) {
  mlir::GreedyRewriteConfig config;
  config.useTopDownTraversal = true;
  config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Disabled;
  config.maxIterations = mlir::GreedyRewriteConfig::kNoLimit;
  config.maxNumRewrites = mostRewrites(module);
  if (succeeded(mlir::applyPatternsAndFoldGreedily(module, patterns, config, isChanged)))
    return mlir::success();
  return module.emitError("its rewrites do not end: two rules undo each other");
}

mlir::LogicalResult applyPatternsTo(mlir::ModuleOp module, std::initializer_list<Opcode> opcodes,
                                    const mlir::FrozenRewritePatternSet& patterns,
                                    bool* isChanged) {
  mlir::WalkResult found = module.walk([&](OpcodeInterface op) {
    return llvm::is_contained(opcodes, op.getOpcode()) ? mlir::WalkResult::interrupt()
                                                       : mlir::WalkResult::advance();
  });
  return found.wasInterrupted() ? applyPatterns(module, patterns, isChanged) : mlir::success();
}

} // namespace lz::hlo
