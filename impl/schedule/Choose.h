// What a plan leaves open, chosen by its cost.
#pragma once

#include "region/RegionPlan.h"
#include "schedule/CostTable.h"

namespace lz {

void chooseLanes(RegionPlan& plan, const CostTable& costs); // which dim runs over the vector lanes
void chooseNarrowRows(RegionPlan& plan, const CostTable& costs); // rows of a few elements as loops
void chooseTiles(RegionPlan& plan); // which loads are transposed in registers

// The dims over the lanes that chooseLanes chose; none: 0.
uint64_t lanesOf(const RegionPlan& plan);

// Is the node a load that moves by 1 along tileDim and by more along the lanes?
bool isTransposed(const RegionPlan& plan, const PlanNode& node);

} // namespace lz
