#include "contraction/plan/DotsPlan.h"

#include "base/ElementStorage.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// With half or twice this value, all 258 programs of the bench get the same plans.
constexpr int64_t kMostSharedK = 8192; // for a greater k, the short operand is packed by blocks

// Returns the number of rows of the long operand in a unit. Rows that are made in scratch may take
// half of the second-level cache.
int64_t columnsOf(const TiledContraction& spec) {
  if (!spec.largeBlocks)
    return SmallBlocks::columns;
  if (!spec.ownByRows)
    return kDotColumns;
  int64_t most = secondLevelBytes(spec.cpu) / 2 / storageBytes(spec.compute, spec.k);
  return std::clamp<int64_t>(most, 1, kDotColumns);
}

void setLayout(const TiledContraction& spec, DotsPlan& plan) {
  constexpr int64_t kNumber = sizeof(int64_t);
  const OperandSpec &few = plan.fewIsLhs ? spec.lhs : spec.rhs,
                    &many = plan.fewIsLhs ? spec.rhs : spec.lhs;
  const int64_t numFew = plan.fewIsLhs ? spec.m : spec.n;
  int64_t size = int64_t(byteSize(spec.compute));
  ScratchOffsets shared, own;
  plan.sharedFew = shared.take(plan.sharesFew ? numFew * spec.k * size : 0);
  plan.shared = shared.used();
  plan.few = own.take(plan.sharesFew ? 0 : kFewRows * plan.kc * size);
  plan.packNumbers = own.take(packScratchNumbers(few, kFewRows, plan.kc) * kNumber);
  plan.offsets = own.take(plan.columns * kNumber);
  plan.converted = own.take(many.dtype != spec.compute ? kConvertedRows * plan.kc * size : 0);
  int64_t ownBytes = plan.columns * storageBytes(many.dtype, spec.k);
  plan.ownRows = own.take(spec.ownByRows ? ownBytes + 64 : 0);
  plan.own = own.used();
}

} // namespace

DotsPlan planDots(const TiledContraction& spec) {
  DotsPlan plan;
  plan.fewIsLhs = isFewLhs(spec);
  plan.kc = blockOfK(spec);
  plan.columns = columnsOf(spec);
  plan.sharesFew = spec.batch == 1 && spec.k <= kMostSharedK;
  plan.completesUnits = !plan.fewIsLhs;
  setLayout(spec, plan);
  return plan;
}

} // namespace lz::contraction
