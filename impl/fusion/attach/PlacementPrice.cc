#include "fusion/attach/PlacementPrice.h"

#include "base/machine/Caches.h"
#include "base/machine/ThreadPool.h"
#include "fusion/attach/ContractionRows.h"

#include <algorithm>

namespace lz::fusion {
namespace {

size_t numRegions(mlir::Operation* contraction) {
  const bool makesLhs(ir::prologueOf(contraction, 0)), makesRhs(ir::prologueOf(contraction, 1));
  return size_t(makesLhs) + size_t(makesRhs) + ir::epiloguesOf(contraction).size();
}

// Returns the speed of the smallest cache that holds an array of this size, or that of memory.
// `atOnce` such arrays are in use at the same time, one for each thread.
double bytesPerNs(int64_t bytes, int64_t atOnce, const FusionOptions& options) {
  const Caches& machine = caches();
  const size_t level = bytes <= machine.second ? 1 : bytes * atOnce <= machine.last ? 2 : 3;
  return options.costs().bytesPerNs[level];
}

} // namespace

double nsOf(const PlacedContraction& placed) {
  return placed.slices ? nsOf(*placed.slices) : placed.plan.ns;
}

Parts partsOf(const PlacedContraction& placed, const FusionOptions& options) {
  if (!placed.slices)
    return {};
  const int64_t count = placed.slices->count;
  return {count,
          placed.slices->isSharedOut ? std::min<int64_t>(count, options.contractions->threads) : 1};
}

double nsBeside(mlir::Operation* contraction, const RegionPlacement& placement,
                const PlacedContraction& placed, RowPrices& rows, const FusionOptions& options) {
  const Parts parts = partsOf(placed, options);
  double ns = 0;
  if (options.contractions->threads > 1)
    ns += double(numRegions(contraction) - placement.numInside()) * ThreadPool::kHandOffNs;
  for (ir::RegionOp region : placement.prologues)
    ns += rows.nsMore(region) - nsSaved(region->getResult(0), parts, options);
  for (ir::RegionOp region : placement.epilogues)
    ns += rows.nsMore(region);
  // If the results of slices are added up, each slice reads and writes the whole result.
  const bool addsUp = placed.slices && placed.slices->addUp;
  if (!placement.epilogues.empty())
    ns -= nsSaved(contraction->getResult(0), addsUp ? Parts{1, 1} : parts, options);
  return ns;
}

double nsSaved(mlir::Value value, Parts parts, const FusionOptions& options) {
  const int64_t all = bytesOf(value), part = parts.count == 0 ? 0 : all / parts.count;
  return double(all) / bytesPerNs(all, 1, options) -
         double(all) / bytesPerNs(part, parts.atOnce, options);
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
