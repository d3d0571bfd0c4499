// Builds the plan of a region from its ops.
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

namespace lz::fusion {

// The largest number of ops in a region. This limit bounds the depth of recursions and the compile
// time of a kernel. With 128, the bench program threefry-10m takes 3.1 times as long, because the
// unrolled rounds of Threefry are 143 ops. With 512, all 258 programs of the bench get the same
// plans.
inline constexpr size_t kMaxRegionOps = 256;

// Returns the plan of `region`, with its choice. The parameters of the region are the inputs of the
// kernel, and the results of the region are the outputs. Each result has all dims of the first
// result, or only its first dims. If the last op is a scatter, the output must hold the elements of
// the scatter's operand before the kernel runs. `costs` is the table of the CPU class that will run
// the kernel. If `rows` is not 0, the kernel should work row by row (RowPlan.h). The first dims of
// the results then have `rows` points in total. These dims are not merged with the other dims.
// Returns Unimplemented if the region contains an op that a region cannot contain.
StatusOr<schedule::ChosenPlan> buildPlan(const Program& region, const CostTable& costs,
                                         int64_t rows = 0);

// Returns the dims of the result that are not grid dims. Each point of the grid computes all points
// of these dims. If the region computes the gradient of a depthwise filter, these are dims of the
// taps. For other regions, returns an empty list.
std::vector<int64_t> dimsOfTapsTogether(const Program& region);
// Returns whether the plan computes a sum for each column, in a loop over a few columns. The region
// then has a single result.
bool hasSumsOfColumns(const Program& region, const region::RegionPlan& plan);

// Returns whether the region computes sums of the rows of a table, and also sums of its columns. A
// sum of a column covers one block of rows (TablePlan.cc).
bool sumsTable(const Program& region);
// Returns a plan for a region of which sumsTable is true. One loop over the table computes all
// sums. Returns Unimplemented if there is no such plan.
StatusOr<schedule::ChosenPlan> tablePlan(const Program& region, const CostTable& table);

// The following functions are the parts of buildPlan that run before lanes and tiles are chosen
// (schedule/Choose.h). hasIndependentSums returns whether the region has several sums over the same
// number of points, and none of these sums needs another.
bool hasIndependentSums(const Program& region);
// Merges all reductions over the same dims into one reduction. If `parts` is not empty, it has a
// number for each reduction. Reductions with different numbers are not merged.
void mergeReductions(region::RegionPlan& plan, absl::Span<const int> parts = {});
void splitGrid(region::RegionPlan& plan); // makes output dims grid dims or inner loops
// Splits dim d into rows of `row` points, which must divide its extent. Dim d becomes the dim of
// the rows. The new dim of the points comes directly after it, because the order of grid dims is
// the order of loops.
void splitDim(region::RegionPlan& plan, int32_t d, int64_t row);
// If indices divide a grid dim by a number, splits this dim into a dim of rows and a dim of the
// points of a row. Returns false if there is no such dim.
bool splitDims(region::RegionPlan& plan);
// Merges neighbouring dims that are always used together. Drops dims of extent 1. If `rows` is not
// 0, the dims of the rows are merged only with each other.
void collapseDims(region::RegionPlan& plan, int64_t rows = 0);
// Renumbers the dims. The dims of the grid come first, then the other dims. Within these two lists,
// the order does not change. Removes dims that are in neither list.
void putGridFirst(region::RegionPlan& plan);
// Decides by cost whether a table of pairs, such as distances of rows, is computed for several rows
// at a time. If so, a grid dim of the plan becomes an inner dim.
void chooseRowsOfPairs(schedule::ChosenPlan& chosen, const CostTable& costs);
// Decides by cost whether a table of pairs is computed for blocks of several rows. If so, a grid
// dim of the plan becomes a grid dim of blocks and an inner dim of the rows of a block.
void chooseBlocksOfRows(schedule::ChosenPlan& chosen, const CostTable& costs);

} // namespace lz::fusion
