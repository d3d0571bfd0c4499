// Converts types and constants of the IR to plain data and back.
#pragma once

#include "base/Literal.h"
#include "base/Shape.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lz::hlo {

// Returns a tensor type as plain data. If the shape is not static, or if Lazuli does not know the
// element type, returns a type with DType::Invalid.
TensorType fromIr(mlir::Type type);
mlir::RankedTensorType toIr(mlir::MLIRContext* context, const TensorType& type);

// Returns the element type, or Invalid if Lazuli does not know it. Signless integers become signed
// ones, and i1 becomes Pred.
DType dtypeFromIr(mlir::Type elementType);
mlir::Type dtypeToIr(mlir::MLIRContext* context, DType dtype);

// Copies a constant, which must be dense, splat or dense_resource. For other constants, fails with
// unimplemented.
StatusOr<Literal> literalFromIr(mlir::ElementsAttr elements);
// Makes a constant of a type that MLIR 19 lacks (SmallFloatType.h). `codes` has one byte for each
// element, or one byte for all. The constant is a dense_resource. If all elements are equal, it has
// one byte. If `type` is too large, fails.
StatusOr<mlir::ElementsAttr> constantOfCodes(mlir::MLIRContext* context, const TensorType& type,
                                             mlir::DenseElementsAttr codes);
// Returns whether the attribute stores only one element, which stands for all.
bool isSplat(mlir::ElementsAttr elements);
// Converts a constant. A splat still stores one element. Constants of types that MLIR 19 lacks
// (SmallFloatType.h) become a dense_resource.
mlir::ElementsAttr literalToIr(mlir::MLIRContext* context, const Literal& literal);

} // namespace lz::hlo
