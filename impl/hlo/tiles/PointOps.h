// Internal to hlo/tiles: makes ops that work point by point, on states, on values of the row, and
// on picked elements.
#pragma once

#include "hlo/tiles/TileRounds.h"

#include "mlir/IR/IRMapping.h"

namespace lz::hlo {

using Values = llvm::SmallVector<mlir::Value>;

inline void setType(mlir::Value value, const TensorType& type) {
  value.setType(toIr(value.getContext(), type));
}

// Returns the identity of the reduction's combiner. Returns an invalid literal if the body is not a
// single op with an identity, or if the reduction has several inputs. A sum or product of 16-bit
// floats is computed in f32 (docs/numerics.md), so its identity is f32.
Literal identityOfReduce(mlir::Operation* reduce);

// Applies the point ops of a gather (CombinedOp::pointOps) to the picked elements.
mlir::Value afterPoints(const TiledDim& tiledDim, const CombinedOp& combined, mlir::Value picked,
                        mlir::Operation* gather, mlir::OpBuilder& builder);

// Returns g(t, m) of a rescaling (Rescaling in TileRounds.h) for a value `t` that has the shape of
// m. `rows` maps m and the values computed from m to the values that g uses in their place.
mlir::Value valueOfG(const TiledDim& tiledDim, const Rescaling& rescaling, mlir::Value t,
                     const mlir::IRMapping& rows, mlir::OpBuilder& builder);

// Broadcasts a value with the shape of the extremum to `shape`, the shape of the combined result.
mlir::Value likeResult(const TiledDim& tiledDim, mlir::Operation* combined,
                       const Rescaling& rescaling, mlir::Value row, const Dims& shape,
                       OpMaker& maker);

// Applies the combiner of a reduction to two lists of its results.
Values combineResults(mlir::Operation* reduce, mlir::ValueRange a, mlir::ValueRange b,
                      mlir::OpBuilder& builder);

} // namespace lz::hlo
