// Makes the choices of a plan by its cost.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

namespace lz::schedule {

// Chooses the dim that runs over the vector lanes. The other fields keep their defaults.
Choice chooseLanes(const region::RegionPlan& plan, const CostTable& costs);
// Turns rows of a few elements into loops if that is cheaper: a grid dim of the plan becomes an
// inner dim.
void chooseNarrowRows(ChosenPlan& chosen, const CostTable& costs);
// Chooses the loads that are transposed in registers: sets tileDim.
void chooseTiles(const region::RegionPlan& plan, Choice& choice);

// Returns the dims over the lanes that chooseLanes chose, as bits, or 0 if there are none.
uint64_t lanesOf(const region::RegionPlan& plan, const Choice& choice);

// Returns whether the node is a load that moves by 1 along tileDim and by more along the lanes.
bool isTransposed(const region::RegionPlan& plan, const Choice& choice,
                  const region::PlanNode& node);

} // namespace lz::schedule
