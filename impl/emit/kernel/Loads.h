// Emits loads of a plan, and code that stores share: addresses that depend on data, masks,
// prefetches.
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

StatusOr<mlir::Value> emitLoad(KernelContext& k, region::NodeId node, Scope& scope);
// Fetches an element of the node's input into the nearest cache; there need not be one at `index`.
void prefetch(KernelContext& k, const region::PlanNode& load, mlir::Value index);

// The data-dependent part of an address: an i64, a vector of i64, or null when there is none.
StatusOr<mlir::Value> dynamicOffset(KernelContext& k, absl::Span<const region::DynamicTerm> terms,
                                    Scope& scope);
// Offsets of the lanes in a buffer of `size` elements; lanes that are masked off may hold anything.
mlir::Value gatherIndices(KernelContext& k, const region::IndexExpr& expr, mlir::Value dynamic,
                          int64_t size, Scope& scope);
// Both masks (null: everywhere) as a mask of the scope's lanes.
mlir::Value combineMasks(KernelContext& k, mlir::Value mask, mlir::Value laneMask, Scope& scope);

} // namespace lz::emit
