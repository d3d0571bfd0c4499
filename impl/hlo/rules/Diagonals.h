// Internal to hlo/rules: values that are diagonal matrices, or read the diagonal of a matrix.
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>

namespace lz::hlo {

// A square matrix that is 0 except for its diagonal. `entries` is the diagonal as a vector. If all
// entries are equal, `entries` can be a number instead. If all entries are 1, it can be null.
struct DiagonalMatrix {
  mlir::Value entries;
};

// Returns the value as a diagonal matrix, or nullopt if it is none. It must be select(mask,
// entries, 0), convert(mask) * entries, or convert(mask). The mask is true on the diagonal only.
std::optional<DiagonalMatrix> diagonalMatrixOf(mlir::Value value);

// Returns the square matrix m if `value` is m with zeros outside of the diagonal. Otherwise returns
// null.
mlir::Value matrixMaskedBy(mlir::Value value);

// Returns the square matrix whose diagonal `gather` reads, or null. The gather must have the
// canonical form of RowElements.cc.
mlir::Value matrixGatheredBy(mlir::Operation* gather);

} // namespace lz::hlo
