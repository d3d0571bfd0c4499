// Converts types and constants of the IR to plain data and back.
#pragma once

#include "base/Literal.h"
#include "base/Shape.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lz::hlo {

// DType::Invalid unless `type` is a ranked tensor of static shape whose element type Lazuli knows.
TensorType fromIr(mlir::Type type);
mlir::RankedTensorType toIr(mlir::MLIRContext* context, const TensorType& type);

// The element type: signless integers are signed, i1 is Pred; Invalid if Lazuli does not know it.
DType dtypeFromIr(mlir::Type elementType);
mlir::Type dtypeToIr(mlir::MLIRContext* context, DType dtype);

// Copies dense, splat and dense_resource constants; an unimplemented status for anything else.
StatusOr<Literal> literalFromIr(mlir::ElementsAttr elements);
// A constant of a type that MLIR lacks (SmallFloatType.h), from a byte per element, or from one
// byte for all of them. It is a dense_resource, of one byte if all elements are equal. An error if
// `type` is too large.
StatusOr<mlir::ElementsAttr> constantOfCodes(mlir::MLIRContext* context, const TensorType& type,
                                             mlir::DenseElementsAttr codes);
// Whether the attribute takes less memory than its elements.
bool isSplat(mlir::ElementsAttr elements);
// Splats stay one element. For types that MLIR lacks (SmallFloatType.h) it is a dense_resource.
mlir::ElementsAttr literalToIr(mlir::MLIRContext* context, const Literal& literal);

} // namespace lz::hlo
