#include "fusion/PlannedRows.h"

namespace lz::fusion {

bool reduces(ir::RegionOp region) {
  return llvm::any_of(region.getBody().front(), [](mlir::Operation& op) {
    const OpInfo* info = hlo::opInfo(&op);
    return info && (info->kind == OpKind::Reduce || info->kind == OpKind::Contraction ||
                    info->kind == OpKind::Scatter);
  });
}

int64_t rowsOfPlan(ir::RegionOp region) {
  return region.getInside() || reduces(region) ? region.numRows() : 0;
}

} // namespace lz::fusion
