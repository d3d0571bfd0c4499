// Builds the plan of a region that ends in a scatter.
#pragma once

#include "base/machine/CostTable.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/Choice.h"

namespace lz::fusion {

// Updates that may go to one element have an order, so the dims that tell them apart are Ordered. A
// dim whose points never meet is Grid: a window dim that no index moves, or a batch dim of the
// operand. With `unique_indices` every dim is, if windows hold one element along the dims that
// indices move.
Status expandScatter(PlanExpander& e, const Op& op);

// Chooses which of the grid dims stay grid dims, and the lanes. `plan`: of expandScatter.
schedule::ChosenPlan chosenScatter(const region::RegionPlan& plan, const CostTable& costs);

} // namespace lz::fusion
