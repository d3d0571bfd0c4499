// Emits elementwise ops on values in registers. The op entries (impl/spec/ops) say how each op is
// emitted.
#pragma once

#include "base/Status.h"
#include "emit/core/LaneBuilder.h"
#include "region/RegionPlan.h"

namespace lz::emit {

// Emits a Compute node and returns its value. `operandTypes[i]` is the dtype of operands[i]. All
// operands have the same number of lanes.
StatusOr<mlir::Value> emitCompute(LaneBuilder& b, const region::PlanNode& node,
                                  absl::Span<const DType> operandTypes,
                                  absl::Span<const mlir::Value> operands);

// Emits a combiner and returns its results. `args` are the values of the Arg nodes. All args have
// the same number of lanes.
StatusOr<std::vector<mlir::Value>> emitBody(LaneBuilder& b, const region::PlanBody& body,
                                            absl::Span<const mlir::Value> args);

// Functions that the op entries call in addition to LaneBuilder and emit/math. Operands are values
// in registers, as in LaneBuilder.h.

// Emits a comparison. `attrs` are the attributes of the op `compare`: the direction, then the
// order.
mlir::Value emitCompare(LaneBuilder& b, const Attrs& attrs, DType dtype, mlir::Value x,
                        mlir::Value y);
// Emits a conversion. From float to integer, values are truncated and saturate, and NaN becomes 0.
// From integer to integer, values wrap. The predicate of a number x is x != 0.
mlir::Value emitConvert(LaneBuilder& b, mlir::Value x, DType from, DType to);
// Reinterprets the bits. Returns null if the widths differ.
mlir::Value emitBitcast(LaneBuilder& b, mlir::Value x, DType from, DType to);
// Convert a value in a register to its bits in memory, and back.
mlir::Value bitsInMemory(LaneBuilder& b, mlir::Value x, DType dtype);
mlir::Value fromBitsInMemory(LaneBuilder& b, mlir::Value bits, DType dtype);
// Returns the number of type `dtype` that comes next after x in the direction of y.
mlir::Value emitNextAfter(LaneBuilder& b, DType dtype, mlir::Value x, mlir::Value y);
// Emits a reduce_precision. `attrs` are the bits of the exponent and of the mantissa.
mlir::Value emitReducePrecision(LaneBuilder& b, const Attrs& attrs, DType dtype, mlir::Value x);

} // namespace lz::emit
