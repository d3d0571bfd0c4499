#include "contraction/plan/TiledContraction.h"

namespace lz::contraction {

bool hasDenseRows(const TiledContraction& tiled) {
  return areNested({&tiled.outBatch, &tiled.outRowAxis(), &tiled.outColumnAxis()});
}

Status checkTile(const TiledContraction& tiled) {
  LZ_RETURN_IF_ERROR(checkContraction(tiled));
  if (!tiled.kernels || tiled.mr < 1 || tiled.mr > tiled.kernels->mostRows ||
      tiled.nr != tiled.kernels->columns)
    return internalError("[contraction] there is no micro-kernel of ", tiled.mr, " x ", tiled.nr);
  return okStatus();
}

} // namespace lz::contraction
