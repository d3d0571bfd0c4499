// Builds the plan of a region that ends in a scatter.
#pragma once

#include "base/machine/CostTable.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/Choice.h"

namespace lz::fusion {

// Adds the plan's dims and outputs for the scatter `op`. Updates of the same element must run in
// order. So a dim is Ordered if several updates along it can have the same place. Other dims are
// Grid. The Grid dims are window dims that no index moves, and batch dims of the operand. If the op
// has `unique_indices`, and windows have extent 1 along all dims that indices move, all dims are
// Grid.
Status expandScatter(PlanExpander& e, const Op& op);

// Chooses which of the grid dims stay grid dims, and chooses the lanes. `plan` is the result of
// expandScatter.
schedule::ChosenPlan chosenScatter(const region::RegionPlan& plan, const CostTable& costs);

} // namespace lz::fusion
