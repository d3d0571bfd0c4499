// Emits each node once, in the innermost scope that binds a dim of it: as a vector if it depends on
// the lanes, else as a scalar.
//
//   softmax of 3 x 20, 16 lanes, the stage over d1: %11 = divide %5, %10
//     %10, the sum, depends on d0 alone: a scalar, computed in the scope of the row before the loop
//     %5 = e^%4 depends on d1: a vector, at d1 = 0 of 16 lanes, at 16 of 4
//     %11: %10 is spread over the lanes where it is used (emitWide)
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

// The value of a node in `scope`: a vector if it depends on the lane dim, else a scalar.
StatusOr<mlir::Value> emitValue(KernelContext& k, region::NodeId node, Scope& scope);
// The same as a vector of the scope's lanes.
StatusOr<mlir::Value> emitWide(KernelContext& k, region::NodeId node, Scope& scope);

// The value of the node that an earlier stage keeps (KeptValues); null: no stage keeps it.
StatusOr<mlir::Value> findKept(KernelContext& k, region::NodeId node, Scope& scope);
// The outcome of a condition, if it is the same at all points of the scope's range.
std::optional<bool> outcomeIn(KernelContext& k, region::NodeId node, const Scope& scope);

} // namespace lz::emit
