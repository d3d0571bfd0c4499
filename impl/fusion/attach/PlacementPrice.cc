#include "fusion/attach/PlacementPrice.h"

#include "base/machine/Caches.h"
#include "base/machine/ThreadPool.h"
#include "fusion/attach/ContractionRows.h"

namespace lz::fusion {
namespace {

size_t numRegions(mlir::Operation* contraction) {
  const bool makesLhs(ir::prologueOf(contraction, 0)), makesRhs(ir::prologueOf(contraction, 1));
  return size_t(makesLhs) + size_t(makesRhs) + ir::epiloguesOf(contraction).size();
}

double bytesPerNs(int64_t bytes, const FusionOptions& options) {
  const Caches& machine = caches();
  return options.costs().bytesPerNs[bytes > machine.last ? 3 : bytes > machine.second ? 2 : 1];
}

} // namespace

double nsOf(const PlacedContraction& placed) {
  return placed.slices ? nsOf(*placed.slices) : placed.plan.ns;
}

double nsBeside(mlir::Operation* contraction, const RegionPlacement& placement,
                const PlacedContraction& placed, const FusionOptions& options) {
  const std::optional<contraction::SlicePlan>& slices = placed.slices;
  double ns = 0;
  if (options.contractions->threads > 1)
    ns += double(numRegions(contraction) - placement.numInside()) * ThreadPool::kHandOffNs;
  for (ir::RegionOp region : placement.prologues)
    ns -= nsSaved(region->getResult(0), slices ? slices->count : 0, options);
  // If slices add up, each slice reads and writes the whole result.
  const int64_t parts = slices ? (slices->addUp ? 1 : slices->count) : 0;
  if (!placement.epilogues.empty())
    ns -= nsSaved(contraction->getResult(0), parts, options);
  return ns;
}

double nsSaved(mlir::Value value, int64_t parts, const FusionOptions& options) {
  const int64_t all = bytesOf(value), part = parts == 0 ? 0 : all / parts;
  return double(all) / bytesPerNs(all, options) - double(all) / bytesPerNs(part, options);
}

bool hasFewBuffers(ir::RegionOp region) {
  return region->getNumOperands() + region->getNumResults() <= contraction::kMostRowBuffers;
}

bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::Operation* user : names.pop_back_val().getUsers()) {
      if (ir::renamesRows(user))
        names.push_back(user->getResult(0));
      else if (auto region = mlir::dyn_cast<ir::RegionOp>(user);
               !region || !llvm::is_contained(regions, region))
        return false;
    }
  return true;
}

} // namespace lz::fusion
