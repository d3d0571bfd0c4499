// Plans sweeps, and reads the products of an lz.sweep with the placements of their regions.
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
  // The index of the operand that the previous product makes. It is nullopt for the first product.
  std::optional<unsigned> table{};
};

// Returns the products of an lz.sweep in their order.
std::vector<SweptProduct> productsOf(ir::SweepOp sweep);

// Returns the dot_general or convolution of a product. This is the op `product` itself, or the op
// in the lz.contraction `product`.
mlir::Operation* contractionOf(mlir::Operation* product);

// Returns the index of `value` among the operands of the contraction of `product`. `value` is an
// operand of `product`. Returns nullopt if the contraction does not read the value exactly once, or
// if a region before the contraction reads the value, too.
std::optional<unsigned> operandOf(mlir::Operation* product, mlir::Value value);

// Returns the plan, or nullopt if the products cannot run in a sweep.
std::optional<sweep::SweepPlan> planSwept(const std::vector<SweptProduct>& products,
                                          const contraction::ContractionTarget& target);

} // namespace lz::fusion
