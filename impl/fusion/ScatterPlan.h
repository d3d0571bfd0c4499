// The plan of a region that ends in a scatter.
#pragma once

#include "base/machine/CostTable.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/Choice.h"

namespace lz::fusion {

// Updates that may meet at one element have an order, and the dims that tell them apart are
// Ordered. A dim whose points never meet is Grid: a window dim that no index moves, a batch dim of
// the operand, and with `unique_indices` every dim, if windows hold one element along the dims that
// indices move.
Status expandScatter(PlanExpander& e, const Op& op);

// Which of the grid dims stay that, and the lanes. `plan`: of expandScatter.
ChosenPlan chosenScatter(const RegionPlan& plan, const CostTable& costs);

} // namespace lz::fusion
