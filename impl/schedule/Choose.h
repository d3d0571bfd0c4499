// Makes the choices of a plan by its cost.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"

namespace lz::schedule {

// Chooses the dim that is computed in the lanes of vectors. The other fields of the choice keep
// their defaults.
Choice chooseLanes(const region::RegionPlan& plan, const CostTable& costs);
// Decides by cost whether rows of a few elements are computed in loops instead of lanes. If so, a
// grid dim of the plan becomes an inner dim.
void chooseNarrowRows(ChosenPlan& chosen, const CostTable& costs);
// Sets tileDim if loads should be transposed in registers.
void chooseTiles(const region::RegionPlan& plan, Choice& choice);

// Returns the dims that run over the lanes, as bits, or 0 if there are no such dims.
uint64_t lanesOf(const region::RegionPlan& plan, const Choice& choice);

// Returns whether the node is a load that is transposed. The address of such a load moves by 1 from
// point to point of `tileDim`, and by more than 1 from lane to lane.
bool isTransposed(const region::RegionPlan& plan, const Choice& choice,
                  const region::PlanNode& node);

} // namespace lz::schedule
