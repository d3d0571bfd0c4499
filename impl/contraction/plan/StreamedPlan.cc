#include "contraction/plan/StreamedPlan.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// Returns the number of columns of a unit. These columns of one row of the matrix take at most one
// way of the first-level cache. The sums of these columns take at most half of this cache. If
// threads take whole batch elements, a unit has all columns. Otherwise units are so small that each
// thread gets at least two, but not smaller than a cache line.
int64_t columnsOf(const TiledContraction& spec, int threads) {
  if (!spec.largeBlocks)
    return std::min(SmallBlocks::columns, spec.n);
  int64_t size = int64_t(byteSize(spec.compute)), line = kCacheLineBytes / size;
  int64_t most = std::min(kCacheWayBytes, firstLevelBytes(spec.cpu) / 2 / spec.m) / size;
  int64_t each =
      isBatched(spec, threads) ? spec.n : roundUp(ceilDiv(spec.n, 2 * int64_t(threads)), line);
  return std::min({most / line * line, each, spec.n});
}

} // namespace

// If rows share sets of a cache, reading takes longer. For a matrix in memory, the additional time
// is only half as long.
double streamedNsPerByte(const TiledContraction& spec, const InPlace& matrix, int threads,
                         bool fromMemory) {
  const ContractionCosts& costs = costTable(spec.cpu).contraction;
  const double more = arePanelsApart(spec, matrix) ? costs.streamedApart - costs.streamed : 0;
  return costs.streamed + (fromMemory ? more / 2 : more) + costs.streamedRow * double(spec.m) +
         costs.streamedPass / double(columnsOf(spec, threads));
}

StreamedPlan planStreamed(const TiledContraction& spec, int threads) {
  int64_t size = int64_t(byteSize(spec.compute));
  StreamedPlan plan;
  plan.kc = blockOfK(spec);
  plan.columns = columnsOf(spec, threads);
  plan.units = ceilDiv(spec.n, plan.columns);
  plan.kStride = *evenStride(spec.rhs.k);
  plan.outRowStride = *evenStride(spec.outM), plan.outColumnStride = *evenStride(spec.outN);
  ScratchOffsets shared, own;
  plan.isBatched = plan.units == 1 && isBatched(spec, threads);
  plan.few =
      plan.isBatched ? own.take(spec.m * plan.kc * size) : shared.take(spec.m * spec.k * size);
  plan.shared = shared.used();
  plan.sums = own.take(spec.m * plan.columns * size);
  plan.packNumbers =
      own.take(packScratchNumbers(spec.lhs, spec.m, plan.kc) * int64_t(sizeof(int64_t)));
  plan.own = own.used();
  return plan;
}

} // namespace lz::contraction
