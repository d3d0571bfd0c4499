// Says for which rows the kernel of a region is planned.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz::fusion {

// Returns whether the region adds up or combines elements. Then the order, and with it the bits of
// its results, can depend on its plan.
bool reduces(ir::RegionOp region);

// Returns for how many rows the kernel of the region is planned, or 0 if it is planned as a whole.
// A kernel that runs outside of a contraction can be planned as a whole. Lanes can then run over
// short rows. But a kernel that reduces something is planned for the same rows wherever it runs.
// Otherwise the order of additions would depend on the place, and so on the number of threads.
int64_t rowsOfPlan(ir::RegionOp region);

} // namespace lz::fusion
