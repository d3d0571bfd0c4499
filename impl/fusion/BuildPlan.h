// Builds the plan of a region from its ops.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

namespace lz::fusion {

// The most ops that a region may hold. It bounds the recursion and the compile time of one kernel.
// Unrolled, the rounds of Threefry are 143 ops.
inline constexpr size_t kMaxRegionOps = 256;

// Returns the plan of `region`, with its choice. The parameters of the region are the inputs of the
// kernel, and its results are the outputs. All results have the same dims. If the last op is a
// scatter, the region consists of that op and of the ops that compute its indices and updates. The
// output must then hold the elements of the operand before the kernel runs. `costs` are those of
// the CPU class that will run the kernel. If `rows` is not 0, the kernel should work row by row
// (RowPlan.h): the first dims of the results, which together have `rows` points, are not merged
// with the others. Returns unimplemented if an op has no elemental form or a combiner captures
// values; formation should not have added such an op.
StatusOr<schedule::ChosenPlan> buildPlan(const Program& region, const CostTable& costs,
                                         int64_t rows = 0);

// Returns the dims of the result of which one point of the kernel computes all points. They are the
// taps of a depthwise filter.
std::vector<int64_t> dimsOfTapsTogether(const Program& region);
// Returns whether the only result has few columns, and they are sums that the plan would repeat in
// a loop over the columns.
bool hasSumsOfColumns(const Program& region, const region::RegionPlan& plan);

// The steps of buildPlan before lanes and tiles are chosen (schedule/Choose.h).
void mergeReductions(region::RegionPlan& plan); // sums over the same dims become one reduction
void splitGrid(region::RegionPlan& plan);       // which output dims are grid, which are inner loops
// Splits a grid dim into rows and points if indices divide it. Returns false if there is no such
// dim.
bool splitDims(region::RegionPlan& plan);
// Merges neighbouring dims that are always used together, except dims of rows with other dims.
// Drops dims of extent 1.
void collapseDims(region::RegionPlan& plan, int64_t rows = 0);
} // namespace lz::fusion
