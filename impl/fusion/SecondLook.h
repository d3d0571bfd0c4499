// Looks at a region again when it is complete. A trial compares kernels that do not have all of
// their ops yet. Producers that join later can make a kernel much slower. For example, the sums of
// the rows of a cumulative sum are cheap as long as the kernel only reads windows. But if the
// kernel also computes the windows, it computes them again for each sum, and its lanes cannot run
// along the rows.
#pragma once

#include "fusion/Trial.h"

namespace lz::fusion {

// Returns the member that should leave the group, or nullptr. Another kernel then computes the
// member, together with the producers that only this member needs. The member can be one that has
// joined because joining was cheaper, or a statistic that the group stores in addition to its root.
mlir::Operation* regrettedBy(const Group& group, KernelCosts& costs);

} // namespace lz::fusion
