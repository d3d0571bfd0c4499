// Internal to hlo/rules: values that are diagonal matrices, or read the diagonal of a matrix.
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>

namespace lz::hlo {

// A square matrix that is 0 except for its diagonal. `entries` is a vector, a number for all
// entries, or null for ones.
struct DiagonalMatrix {
  mlir::Value entries;
};

// Returns the diagonal matrix that the value is, as select(mask, entries, 0), convert(mask) *
// entries, or convert(mask), where the mask is true on the diagonal.
std::optional<DiagonalMatrix> diagonalMatrixOf(mlir::Value value);

// Returns the square matrix whose elements outside of the diagonal are replaced by 0 in `value`, or
// null.
mlir::Value matrixMaskedBy(mlir::Value value);

// Returns the square matrix whose diagonal `gather` reads, or null.
mlir::Value matrixGatheredBy(mlir::Operation* gather);

} // namespace lz::hlo
