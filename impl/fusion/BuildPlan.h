// Builds the plan of a region from its ops.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

namespace lz::fusion {

// The most ops that a region may hold. It bounds the recursion and the compile time of one kernel.
// The rounds of Threefry, written out, are 143 ops.
inline constexpr size_t kMaxRegionOps = 256;

// The plan of `region`, with its choice. The parameters of the region are the inputs of the kernel,
// and its results the outputs. All results have the same dims. If the last op is a scatter, the
// region consists of that op and of the ops that compute its indices and updates; when the kernel
// runs, the output must already hold the elements of the operand. Errors: unimplemented if an op
// has no elemental form, or a combiner captures values (formation should then not have taken the
// op). `costs`: of the CPU class that it will run on. `rows`: the kernel should work row by row
// (RowPlan.h): the first dims of the results with this many points together stay apart from the
// others. If it is 0, rows do not matter.
StatusOr<schedule::ChosenPlan> buildPlan(const Program& region, const CostTable& costs,
                                         int64_t rows = 0);

// The dims of the result whose points are together in one point of the kernel: the taps of a
// depthwise filter.
std::vector<int64_t> dimsOfTapsTogether(const Program& region);
// Whether the columns of the only result are few, and are sums that the plan would repeat in a loop
// over the columns.
bool hasSumsOfColumns(const Program& region, const region::RegionPlan& plan);

// The steps of buildPlan. Afterwards lanes and tiles are chosen (schedule/Choose.h).
void mergeReductions(region::RegionPlan& plan); // sums over the same dims become one reduction
void splitGrid(region::RegionPlan& plan);       // which output dims are grid, which are inner loops
// Splits grid dims that indices divide into rows and points. False: there are no such dims.
bool splitDims(region::RegionPlan& plan);
// Merges neighbouring dims that are always used together, but not dims of rows with others. Drops
// dims of extent 1.
void collapseDims(region::RegionPlan& plan, int64_t rows = 0);
} // namespace lz::fusion
