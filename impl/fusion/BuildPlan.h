// From the ops of a region to its plan.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

namespace lz::fusion {

// The most ops a region may hold; bounds recursion and compile time of one kernel. The rounds of
// Threefry, written out, are 143.
inline constexpr size_t kMaxRegionOps = 256;

// The plan of `region` and what is chosen for it: its parameters are the inputs of the kernel, its
// results the outputs. All results have the same dims. A region whose last op is a scatter consists
// of that op and of what computes its indices and updates; the output must already hold the
// operand's elements when the kernel runs. Errors: unimplemented when an op has no elemental form
// (then formation was wrong to take it) or a combiner captures.
// `costs`: of the CPU class that it will run on. `rows`: the kernel should work row by row
// (RowPlan.h): the first dims of the results that have so many points together stay apart from the
// others. 0: no matter.
StatusOr<ChosenPlan> buildPlan(const Program& region, const CostTable& costs, int64_t rows = 0);

// The dims of the result at whose points one kernel point is: the taps of a depthwise filter.
std::vector<int64_t> dimsOfTapsTogether(const Program& region);
// Are the columns of the only result, a few, sums that the plan makes in a loop over them, once
// more for each column?
bool hasSumsOfColumns(const Program& region, const RegionPlan& plan);

// The steps of buildPlan; then lanes and tiles are chosen (schedule/Choose.h).
void mergeReductions(RegionPlan& plan); // sums over the same dims become one of several components
void splitGrid(RegionPlan& plan);       // which output dims are grid, which are inner loops
// Grid dims that indices divide become rows and points. False: there are none.
bool splitDims(RegionPlan& plan);
// Merges neighbours that are always used together, but not dims of rows with others; drops
// extent 1.
void collapseDims(RegionPlan& plan, int64_t rows = 0);
} // namespace lz::fusion
