#include "hlo/tiles/price/ProductPrice.h"

#include "hlo/rewrite/Dot.h"
#include "hlo/tiles/price/Moves.h"
#include "hlo/tiles/price/WholeRows.h"

#include <algorithm>

namespace lz::hlo {
namespace {

double elementsOf(const DotSide& side, const Ints& dims) {
  double elements = 1;
  for (int64_t d : dims)
    elements *= double(typeOf(side.value).dims[size_t(d)]);
  return elements;
}

// Returns the dimension of the operand that the loop cuts, or kWhole.
int64_t cutDim(const TiledDim& tiledDim, mlir::Operation* op, unsigned operand) {
  if (auto it = tiledDim.combined.find(op); it != tiledDim.combined.end())
    return it->second[operand];
  if (auto it = tiledDim.tiled.find(op); it != tiledDim.tiled.end())
    if (const std::optional<TileDims> dims = operandsOfTile(op, it->second))
      return (*dims)[operand];
  return kWhole;
}

} // namespace

double multiplyAddsOf(mlir::Operation* product) {
  const Dot dot(product);
  return double(dot.result.numElements()) * elementsOf(dot.lhs, dot.lhs.contracting);
}

ProductPrice::ProductPrice(mlir::Operation* product, const TiledDim& outer, const TiledDim* inner,
                           MachineClass cpu)
    : costs_(costTable(cpu)), multiplyAdds_(multiplyAddsOf(product)), isOfDots_(isOfDots(product)) {
  const Dot dot(product);
  terms_ = elementsOf(dot.lhs, dot.lhs.contracting);
  lanes_ = costs_.registerBytes * 8 / double(storageBits(dot.result.dtype));
  for (unsigned i : {0u, 1u})
    factors_[i] = factorOf(product, i, outer, inner);
  // The short operand of dots is packed, and the long one is read in place.
  for (unsigned i : {0u, 1u})
    if (isOfDots_)
      factors_[i].packNs =
          factors_[i].rows <= factors_[1 - i].rows ? costs_.contraction.dots.packFew : 0;
}

ProductPrice::Factor ProductPrice::factorOf(mlir::Operation* product, unsigned operand,
                                            const TiledDim& outer, const TiledDim* inner) {
  const Dot dot(product);
  const DotSide& side = operand == 0 ? dot.lhs : dot.rhs;
  Factor factor{.rows = elementsOf(side, side.free()),
                .elements = double(typeOf(side.value).numElements()),
                .bytes = bytesOf(side.value),
                .packNs = costs_.contraction.tiles.packLhs.runs,
                .cuts = {},
                .rowCuts = {}};
  auto addCut = [&](const TiledDim& tiledDim, bool Cuts::* cut) {
    const int64_t dim = cutDim(tiledDim, product, operand);
    factor.cuts.*cut = dim != kWhole;
    factor.rowCuts.*cut = llvm::is_contained(side.free(), dim);
    sums_.*cut |= llvm::is_contained(side.contracting, dim);
  };
  addCut(outer, &Cuts::outer);
  if (inner)
    addCut(*inner, &Cuts::inner);
  return factor;
}

// The kernels compute 14 rows of two vectors at a time, or fewer if a tile has fewer. For each of
// these parts, they begin new sums and store them at the end.
double ProductPrice::nsToMultiply(Trips trips) const {
  constexpr double kRows = 14, kVectors = 2;
  const TileCosts& tiles = costs_.contraction.tiles;
  const double lhs = factors_[0].rows / trips.parts(factors_[0].rowCuts),
               rhs = factors_[1].rows / trips.parts(factors_[1].rowCuts);
  const double rows = std::clamp(std::min(lhs, rhs), 1.0, kRows),
               vectors = std::clamp(std::max(lhs, rhs) / lanes_, 1.0, kVectors);
  const double steps = multiplyAdds_ / lanes_, stepsOfK = rows * vectors,
               parts = steps / stepsOfK / terms_ * trips.parts(sums_);
  return (steps * (tiles.step + tiles.k / stepsOfK) + parts * tiles.tile) / kThreads;
}

double ProductPrice::nsOfOperands(Trips trips) const {
  double ns = 0;
  for (const Factor& factor : factors_) {
    const double held = factor.bytes / trips.apart(factor.cuts);
    ns += (trips.times(factor.cuts) - 1) * std::max(factor.elements * factor.packNs / kThreads,
                                                    nsToMove(factor.bytes, held, costs_));
  }
  return ns;
}

} // namespace lz::hlo
