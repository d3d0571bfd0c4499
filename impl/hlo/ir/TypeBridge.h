// Converts types and constants of the IR to plain data and back.
#pragma once

#include "base/Literal.h"
#include "base/Shape.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lz::hlo {

// Returns a type with DType::Invalid unless `type` is a ranked tensor of static shape and an
// element type that Lazuli knows.
TensorType fromIr(mlir::Type type);
mlir::RankedTensorType toIr(mlir::MLIRContext* context, const TensorType& type);

// Returns the element type, or Invalid if Lazuli does not know it. Signless integers count as
// signed, i1 as Pred.
DType dtypeFromIr(mlir::Type elementType);
mlir::Type dtypeToIr(mlir::MLIRContext* context, DType dtype);

// Copies dense, splat and dense_resource constants. Fails with unimplemented for any other.
StatusOr<Literal> literalFromIr(mlir::ElementsAttr elements);
// Makes a constant of a type that MLIR lacks (SmallFloatType.h) from one byte for each element, or
// one byte for all. It is a dense_resource, of one byte if all elements are equal. Fails if `type`
// is too large.
StatusOr<mlir::ElementsAttr> constantOfCodes(mlir::MLIRContext* context, const TensorType& type,
                                             mlir::DenseElementsAttr codes);
// Returns whether the attribute stores one element for all.
bool isSplat(mlir::ElementsAttr elements);
// Converts a constant. A splat stays one element. Types that MLIR lacks (SmallFloatType.h) become a
// dense_resource.
mlir::ElementsAttr literalToIr(mlir::MLIRContext* context, const Literal& literal);

} // namespace lz::hlo
