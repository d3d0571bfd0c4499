// Internal to hlo/tiles/price: predicts the time of a product whose operands two loops cut into
// tiles.
#pragma once

#include "base/machine/CostTable.h"
#include "hlo/tiles/TiledDim.h"
#include "hlo/tiles/price/Trips.h"

namespace lz::hlo {

// Returns the number of multiply-adds of a product.
double multiplyAddsOf(mlir::Operation* product);

class ProductPrice {
public:
  // `inner` is null if there is no inner loop.
  ProductPrice(mlir::Operation* product, const TiledDim& outer, const TiledDim* inner,
               MachineClass cpu);

  // Returns the time of the multiply-adds of all tiles.
  double nsToMultiply(Trips trips) const;

  // Returns the time that the product takes in addition to its multiply-adds: to pack operands, or
  // to read them from memory, more often than once. Slices are read in place.
  double nsOfOperands(Trips trips) const;

private:
  struct Factor {
    double rows, elements, bytes;
    double packNs;      // to pack an element
    Cuts cuts, rowCuts; // which loops cut the operand, and its rows
  };

  Factor factorOf(mlir::Operation* product, unsigned operand, const TiledDim& outer,
                  const TiledDim* inner);

  const CostTable& costs_;
  double multiplyAdds_, terms_; // terms of a sum
  double lanes_;
  bool isOfDots_;
  Factor factors_[2];
  Cuts sums_; // which loops cut the terms of the sums
};

} // namespace lz::hlo
