// The plan of an lz.sweep, from the placements that are stored in its products.
#pragma once

#include "fusion/attach/PlacedContraction.h"
#include "sweep/plan/SweepPlan.h"

#include <optional>
#include <vector>

namespace lz::fusion {

// A product of a sweep: a dot_general or convolution, and where its regions run.
struct SweptProduct {
  mlir::Operation* contraction;
  RegionPlacement placement;
  // The operand that the product before makes, or nullopt for the first product.
  std::optional<unsigned> table{};
};

// Returns the products of an lz.sweep in their order.
std::vector<SweptProduct> productsOf(ir::SweepOp sweep);

// Returns the dot_general or convolution of a product: the op itself, or the one in an
// lz.contraction.
mlir::Operation* contractionOf(mlir::Operation* product);

// Returns the number of the contraction's operand that is `value`, an operand of the product around
// it. Returns nullopt if the contraction does not read the value exactly once, or if a region
// before it reads the value.
std::optional<unsigned> operandOf(mlir::Operation* product, mlir::Value value);

// Returns the plan, or nullopt if the products cannot run in a sweep.
std::optional<sweep::SweepPlan> planSwept(const std::vector<SweptProduct>& products,
                                          const contraction::ContractionTarget& target);

} // namespace lz::fusion
