// Removes ops whose results are not used. Goes through each block once, from its end, so that users
// are removed before their operands.
//
//   %0 = stablehlo.add %x, %x         ->   return %x
//   %1 = stablehlo.multiply %0, %x
//   return %x
//
// Needs: nothing.
// Leaves: only ops that are used or have side effects.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

namespace lz::hlo {
namespace {

void sweep(mlir::Region& region) {
  for (mlir::Block& block : region)
    for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (mlir::isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (mlir::Region& nested : op.getRegions())
        sweep(nested);
    }
}

struct Dce : ModulePass<Dce> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Dce)
  static constexpr llvm::StringLiteral kName = "lz-dce";
  static constexpr llvm::StringLiteral kSummary = "Remove ops whose results are not used.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    for (auto function : module.getOps<mlir::func::FuncOp>())
      sweep(function.getBody());
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createDcePass() {
  return std::make_unique<Dce>();
}

} // namespace lz::hlo
