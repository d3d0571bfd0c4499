// Emits the values of nodes. Each node is emitted once, in the innermost scope that binds a dim on
// which the node depends. A node that depends on the lanes becomes a vector. Every other node
// becomes a scalar.
//
//   softmax of 3 x 20, 16 lanes, the stage over d1: %11 = divide %5, %10
//     %10, the sum, depends only on d0: a scalar, computed in the scope of the row before the loop
//     %5 = e^%4 depends on d1: a vector, with 16 lanes at d1 = 0 and 4 lanes at d1 = 16
//     %11: %10 is spread over the lanes where it is used (emitWide)
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

// Returns the value of a node in `scope`. If the node depends on the lane dim, this is a vector,
// else a scalar.
StatusOr<mlir::Value> emitValue(KernelContext& k, region::NodeId node, Scope& scope);
// Returns the value of a node as a vector of the scope's lanes, even if all lanes are equal.
StatusOr<mlir::Value> emitWide(KernelContext& k, region::NodeId node, Scope& scope);

// Returns the value of the node if an earlier stage has kept it (KeptValues), else null.
StatusOr<mlir::Value> findKept(KernelContext& k, region::NodeId node, Scope& scope);
// Returns the value of a condition if it is the same at all points of the scope's range, else
// nullopt.
std::optional<bool> outcomeIn(KernelContext& k, region::NodeId node, const Scope& scope);

} // namespace lz::emit
