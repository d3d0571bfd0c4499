// What a plan leaves open, chosen by its cost.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

namespace lz {

// Which dim runs over the vector lanes. The rest of the choice is as at its start.
Choice chooseLanes(const RegionPlan& plan, const CostTable& costs);
// Rows of a few elements become loops where that is cheaper: a dim of the plan becomes an inner
// one.
void chooseNarrowRows(ChosenPlan& chosen, const CostTable& costs);
// Which loads are transposed in registers: sets tileDim.
void chooseTiles(const RegionPlan& plan, Choice& choice);

// The dims over the lanes that chooseLanes chose; none: 0.
uint64_t lanesOf(const RegionPlan& plan, const Choice& choice);

// Is the node a load that moves by 1 along tileDim and by more along the lanes?
bool isTransposed(const RegionPlan& plan, const Choice& choice, const PlanNode& node);

} // namespace lz
