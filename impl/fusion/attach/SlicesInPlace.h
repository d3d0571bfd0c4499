// Slices that products read where they lie, without a copy.
//
//   %s = stablehlo.slice %k [0:12, 0:1024, 0:64]         the product reads the 12 parts of %k with
//   %p = stablehlo.dot_general %q, %s, ...               the strides of %k
//
// The slice stays outside of regions, as a view (ir::isView). The plans of the slice's readers use
// the strides of the whole array.
#pragma once

#include "base/Shape.h"
#include "fusion/FusionOptions.h"

#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::fusion {

// Returns the strides, in elements, with which a product reads its operand.
Dims stridesOf(mlir::Value operand);

// Returns the slices that products read in place. A slice is read in place if the array is in
// memory anyway, and if reading in place takes less time than copying the slice and reading the
// copy. Products compute the same bits with and without a copy. If other ops also need the slice,
// they get another slice op.
llvm::DenseSet<mlir::Operation*> slicesInPlace(mlir::ModuleOp module, const FusionOptions& options);

} // namespace lz::fusion
