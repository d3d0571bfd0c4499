// The elementwise ops on values in registers. The op entries (impl/spec/ops) state how each is
// emitted.
#pragma once

#include "base/Status.h"
#include "emit/core/LaneBuilder.h"
#include "region/RegionPlan.h"

namespace lz::emit {

// The Compute node's value. `operandTypes[i]` is the dtype of operands[i]; all operands have the
// same lanes.
StatusOr<mlir::Value> emitCompute(LaneBuilder& b, const region::PlanNode& node,
                                  absl::Span<const DType> operandTypes,
                                  absl::Span<const mlir::Value> operands);

// The results of a combiner for the values of its Arg nodes, which all have the same lanes.
StatusOr<std::vector<mlir::Value>> emitBody(LaneBuilder& b, const region::PlanBody& body,
                                            absl::Span<const mlir::Value> args);

// Functions that the entries call besides LaneBuilder and emit/math. Operands are as in registers.

// `attrs` as in the entry of compare: direction, then the order.
mlir::Value emitCompare(LaneBuilder& b, const Attrs& attrs, DType dtype, mlir::Value x,
                        mlir::Value y);
// Floats become integers by truncation and saturate, and NaN becomes 0. Integers wrap. A predicate
// is x != 0.
mlir::Value emitConvert(LaneBuilder& b, mlir::Value x, DType from, DType to);
// Same width; null otherwise.
mlir::Value emitBitcast(LaneBuilder& b, mlir::Value x, DType from, DType to);
// The bits of a value as in memory, and back.
mlir::Value bitsInMemory(LaneBuilder& b, mlir::Value x, DType dtype);
mlir::Value fromBitsInMemory(LaneBuilder& b, mlir::Value bits, DType dtype);
// The number of `dtype` that comes after x on the way to y.
mlir::Value emitNextAfter(LaneBuilder& b, DType dtype, mlir::Value x, mlir::Value y);
// `attrs` as in the entry of reduce_precision: the bits of the exponent and of the mantissa.
mlir::Value emitReducePrecision(LaneBuilder& b, const Attrs& attrs, DType dtype, mlir::Value x);

} // namespace lz::emit
