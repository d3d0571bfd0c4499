// Computes large tables tile by tile, so that they never exist as a whole.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/TileLoop.h"

#include <cstdlib>

namespace lz::hlo {
namespace {

struct TileTables : ModulePass<TileTables> {
  explicit TileTables(bool strict, MachineClass cpu) : strict_(strict), cpu_(cpu) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileTables)
  static constexpr llvm::StringLiteral kName = "lz-tile-tables";
  static constexpr llvm::StringLiteral kSummary = "Compute large tables of pairs tile by tile.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    const char* env = getenv("TT");
    if (strict_ || !env)
      return mlir::success();
    int64_t tile = atoi(env), which = getenv("TD") ? atoi(getenv("TD")) : 2;
    (void)cpu_;
    mlir::Operation* seed = nullptr;
    module.walk([&](mlir::Operation* op) {
      if (!seed && is(op, Opcode::DotGeneral))
        seed = op;
    });
    if (!seed)
      return mlir::success();
    if (which >= typeOf(seed->getResult(0)).rank() || tile >= typeOf(seed->getResult(0)).dims[size_t(which)])
      return mlir::success();
    std::optional<SweptDim> swept = sweptDimOf(seed, which);
    if (!swept) {
      llvm::errs() << "not possible\n";
      return mlir::success();
    }
    SweepPasses passes = passesOf(*swept);
    llvm::errs() << "tiled " << swept->tiled.size() << " derived " << swept->derived.size()
                 << " combined " << swept->combined.size() << " passes " << passes.count << "\n";
    for (auto& [op, c] : passes.combined)
      llvm::errs() << "  pass " << c.pass << " factors " << c.factors.size() << " rescale "
                   << c.rescaling.has_value() << " " << *op << "\n";
    if (!canWriteTileLoops(*swept, passes)) {
      llvm::errs() << "cannot write\n";
      return mlir::success();
    }
    mlir::IRRewriter rewriter(module.getContext());
    writeTileLoops(*swept, passes, tile, rewriter);
    return applyPatterns(module, mlir::RewritePatternSet(module.getContext()));
  }

  bool strict_;
  MachineClass cpu_;
};

} // namespace

std::unique_ptr<mlir::Pass> createTileTablesPass(bool strict, MachineClass cpu) {
  return std::make_unique<TileTables>(strict, cpu);
}

} // namespace lz::hlo
