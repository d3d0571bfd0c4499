#include "compiler/RowRegions.h"

#include "exec/Executable.h"
#include "fusion/AttachRows.h"

namespace lz {
namespace {

bool hasFewBuffers(ir::RegionOp region) {
  return region->getNumOperands() + region->getNumResults() <= exec::kMostRowBuffers;
}

} // namespace

ir::RegionOp regionForRows(mlir::Operation* contraction, const exec::ContractionSpec& spec) {
  auto region =
      contraction->getOperand(unsigned(exec::privateOperand(spec))).getDefiningOp<ir::RegionOp>();
  bool runs =
      region && fusion::isPrologue(region) && hasFewBuffers(region) && exec::canMakeRows(spec);
  return runs ? region : nullptr;
}

llvm::SmallVector<ir::RegionOp> regionsOnRows(mlir::Operation* contraction,
                                              const exec::ContractionSpec& spec, int threads) {
  llvm::SmallVector<ir::RegionOp> regions;
  int64_t rows = spec.batch * spec.outRows();
  if (rows == 0 || !exec::completesRows(spec, threads))
    return regions;
  for (mlir::Operation* op = contraction->getNextNode(); op; op = op->getNextNode()) {
    auto region = mlir::dyn_cast<ir::RegionOp>(op);
    if (!region && fusion::renamesRows(op))
      continue;
    if (!region || fusion::rowsOf(region) != rows || fusion::isPrologue(region) ||
        !hasFewBuffers(region))
      break;
    regions.push_back(region);
  }
  return regions;
}

bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::Operation* user : names.pop_back_val().getUsers()) {
      if (fusion::renamesRows(user))
        names.push_back(user->getResult(0));
      else if (auto region = mlir::dyn_cast<ir::RegionOp>(user);
               !region || !llvm::is_contained(regions, region))
        return false;
    }
  return true;
}

} // namespace lz
