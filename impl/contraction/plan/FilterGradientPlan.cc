#include "contraction/plan/FilterGradientPlan.h"

#include "contraction/plan/Blocking.h"

#include <algorithm>

namespace lz::contraction {

FilterGradientPlan planFilterGradient(const TiledContraction& spec, const FilterTiles& tiles) {
  int64_t size = int64_t(byteSize(spec.compute));
  FilterGradientPlan plan;
  plan.tiles = tiles;
  ScratchOffsets own;
  plan.runs = own.take(tiles.kc * int64_t(sizeof(KernelRun)));
  plan.tile = own.take(tiles.mr * spec.nr * size);
  plan.lines = own.take(std::max(tiles.copiedElements(), tiles.groupRows) * size);
  plan.own = own.used();
  return plan;
}

} // namespace lz::contraction
