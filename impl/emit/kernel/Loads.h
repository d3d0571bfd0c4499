// Emits the loads of a plan. Also emits what loads and stores have in common: addresses that depend
// on data, masks, and prefetches.
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

StatusOr<mlir::Value> emitLoad(KernelContext& k, region::NodeId node, Scope& scope);
// Prefetches an element of the node's input into the nearest cache. `index` can be outside of the
// input.
void prefetch(KernelContext& k, const region::PlanNode& load, mlir::Value index);

// Returns the data-dependent part of an address, as an i64 or a vector of i64. Returns null if
// there is no such part.
StatusOr<mlir::Value> dynamicOffset(KernelContext& k, absl::Span<const region::DynamicTerm> terms,
                                    Scope& scope);
// Returns the offset of each lane in a buffer of `size` elements. Lanes that are masked off can
// have any value.
mlir::Value gatherIndices(KernelContext& k, const region::IndexExpr& expr, mlir::Value dynamic,
                          int64_t size, Scope& scope);
// Combines both masks into a mask of the scope's lanes. A null mask is always true.
mlir::Value combineMasks(KernelContext& k, mlir::Value mask, mlir::Value laneMask, Scope& scope);

} // namespace lz::emit
