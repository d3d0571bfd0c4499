#include "compiler/lower/UpdatedResults.h"

#include "compiler/lower/Aliases.h"
#include "hlo/ir/Dialect.h"

namespace lz::compiler {

// Returns whether the op is a region in this block whose kernel is a step of its own.
static bool isKernelOf(mlir::Block& block, mlir::Operation* op) {
  auto region = mlir::dyn_cast_or_null<ir::RegionOp>(op);
  return region && region->getBlock() == &block && !region.getRows();
}

std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels) {
  std::vector<std::pair<mlir::Value, mlir::Value>> found;
  for (mlir::Operation& op : llvm::reverse(block)) {
    if (!isKernelOf(block, &op))
      continue;
    auto region = mlir::cast<ir::RegionOp>(op);
    const region::RegionPlan& plan = kernels.planOf(region);
    for (const region::PlanOutput& output : plan.outputs) {
      if (output.initial < 0 || loads(plan, output.initial))
        continue;
      mlir::Value before = region.getInputs()[size_t(output.initial)];
      if (before.hasOneUse() && isKernelOf(block, before.getDefiningOp()))
        found.emplace_back(before, region.getOutputs()[size_t(output.buffer)]);
    }
  }
  return found;
}

} // namespace lz::compiler
