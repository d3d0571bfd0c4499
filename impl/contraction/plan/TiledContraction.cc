#include "contraction/plan/TiledContraction.h"

#include "contraction/plan/Pairs.h"

#include <utility>

namespace lz::contraction {

TiledContraction withKernels(ContractionSpec spec, const ContractionTarget& target) {
  const KernelSet& kernels = target.kernels;
  TiledContraction tiled{std::move(spec)};
  tiled.cpu = target.cpu;
  tiled.kernels = &kernels.of(tiled.compute);
  if (tiled.compute == DType::S32)
    usePairs(tiled, *kernels.pairsOfS16);
  else if (target.pairs && kernels.pairsOfBf16)
    usePairs(tiled, *kernels.pairsOfBf16);
  // largeBlocks is set only after usePairs. The bits of results depend on the choice between pairs
  // and f32, so the size of blocks must not influence this choice.
  tiled.largeBlocks = target.largeBlocks;
  return tiled;
}

std::string elementName(const TiledContraction& tiled) {
  if (!tiled.pairs)
    return std::string(dtypeName(tiled.compute));
  return tiled.compute == DType::S32 ? "pairs of i16" : "pairs";
}

bool hasDenseRows(const TiledContraction& tiled) {
  if (tiled.isInSweep && tiled.outByRows)
    return areRowsApart(tiled.outBatch, tiled.outRowAxis(), tiled.outColumnAxis());
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
