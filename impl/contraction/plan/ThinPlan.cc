#include "contraction/plan/ThinPlan.h"

#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/InPlace.h"

#include <algorithm>

namespace lz::contraction {
namespace {

ThinUnits unitsOf(const TiledContraction& spec, const ThinShape& p) {
  // With a value of 8 or 32, thin-short-16 takes the same time (Zen 5).
  constexpr int64_t kWhole = 16;
  int64_t rowBytes = storageBytes(p.manyType, spec.k) + storageBytes(spec.outType, p.numFew);
  bool byRows = spec.outByRows || spec.ownByRows;
  bool isCached = byRows || p.manyType != spec.compute || spec.outType != spec.compute;
  // The limit of the bytes that the rows and the output of a unit take. Rows that are converted or
  // used twice should stay in the first-level cache. For other rows, longer units are faster.
  int64_t bytes = firstLevelBytes(spec.cpu) * (isCached ? 1 : 4);
  int64_t most = std::max<int64_t>(bytes / rowBytes / kWhole, 1) * kWhole;
  ThinUnits units;
  units.rows = std::min(spec.largeBlocks ? most : SmallBlocks::columns, p.numMany);
  units.blocks = ceilDiv(p.numMany, units.rows);
  units.elements =
      units.blocks > 1 || byRows ? 1 : std::clamp<int64_t>(most / units.rows, 1, spec.batch);
  units.count = units.blocks > 1 ? spec.batch * units.blocks : ceilDiv(spec.batch, units.elements);
  return units;
}

ThinLayout layoutOf(const TiledContraction& spec, const ThinShape& p, const ThinUnits& units) {
  int64_t size = int64_t(byteSize(spec.compute)), width = thinWidth(p.numFew);
  ThinLayout layout;
  ScratchOffsets shared, own;
  layout.few = shared.take(spec.k * width * size);
  layout.sharedBytes = shared.used();
  layout.ownFew = own.take(spec.k * width * size);
  layout.converted = own.take(p.manyType == spec.compute ? 0 : units.rows * spec.k * size);
  layout.tile = own.take((units.rows + width) * width * size);
  int64_t outBytes = units.rows * storageBytes(spec.outType, p.numFew);
  layout.outRows = own.take(spec.outByRows ? outBytes + 64 : 0);
  int64_t ownBytes = units.rows * storageBytes(p.manyType, spec.k);
  layout.ownRows = own.take(spec.ownByRows ? ownBytes + 64 : 0);
  layout.threadBytes = own.used();
  return layout;
}

} // namespace

ThinPlan planThin(const TiledContraction& spec, const ThinShape& shape) {
  ThinPlan plan;
  plan.shape = shape;
  plan.units = unitsOf(spec, shape);
  plan.layout = layoutOf(spec, shape, plan.units);
  int64_t width = thinWidth(shape.numFew);
  plan.sharesFew = spec.batch == 1;
  plan.fewIsInPlace = shape.fewType == spec.compute && shape.few.rows == 1 &&
                      shape.few.k == width && shape.numFew == width;
  plan.isPrefetched = fetchesRows(spec, shape.manyIsLhs ? spec.lhs : spec.rhs);
  plan.completesUnits = shape.manyIsLhs != spec.isSwapped || plan.units.blocks == 1;
  return plan;
}

} // namespace lz::contraction
