// Says for which rows the kernel of a region is planned.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz::fusion {

// Returns whether the region adds up or combines elements. In such a region, the order of additions
// can depend on the plan, and the bits of the results depend on this order.
bool reduces(ir::RegionOp region);

// Returns the number of rows for which the kernel of the region is planned, or 0 if the kernel is
// planned as a whole. A kernel that runs outside of a contraction can be planned as a whole. Then
// lanes can continue from one short row to the next. But a kernel that reduces something is planned
// for the same rows wherever it runs. Otherwise the order of additions would depend on the place,
// and so on the number of threads.
int64_t rowsOfPlan(ir::RegionOp region);

} // namespace lz::fusion
