#include "contraction/plan/TiledContraction.h"

namespace lz::contraction {

std::string elementName(const TiledContraction& tiled) {
  if (!tiled.pairs)
    return std::string(dtypeName(tiled.compute));
  return tiled.compute == DType::S32 ? "pairs of i16" : "pairs";
}

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
