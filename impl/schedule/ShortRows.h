// Finds short rows that are computed with one row in each lane.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

// The place of an element in short rows. A short row has at most kLongestShortRow elements. Each
// lane has its own row:
//   in0[10*d0 + d1], lanes over d0:  rows of 10 elements, first 10*d0, column d1
struct ShortRow {
  int64_t length;
  region::IndexExpr first;  // index of the row in the buffer; depends on lanes and grid
  region::IndexExpr column; // position in the row; depends on the other dims
};
// With a value of 8, pairwise-gradient-d10 of the bench takes 1.1 times as long (Zen 5).
inline constexpr int64_t kLongestShortRow = 15;
// Rows of at most kFewColumns columns stay in registers, and loops over their columns are unrolled.
// With a value of 2, interleave-3 of the bench takes 1.7 times as long. With 8,
// cumulative-logsumexp takes 0.43 times as long, but the gradient of a log softmax has other bits
// (Zen 5).
inline constexpr int64_t kFewColumns = 4;
// Returns the row and column that `expr` addresses in a buffer of `size` elements. If `expr` does
// not address short rows, returns nullopt.
std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::IndexExpr& expr,
                                   int64_t size, int32_t lanes);

// The short rows of all lanes, after they have been transposed. They are in memory, and each column
// is one vector.
struct TurnedRows {
  int32_t buffer; // index of the input or output
  bool isOutput;
  DType dtype;
  region::IndexExpr first; // index of the row of lane 0
  int64_t length;
};
// Returns how many bits an element has while it is transposed in registers, or 0 if the type is too
// narrow.
unsigned turnedWidth(DType dtype);

// A load or an output. If the lanes run over `laneDim`, it reads or writes short rows.
struct TurnedAccess {
  int32_t laneDim;
  region::NodeId load; // -1 if the access is an output
  size_t output;
  size_t rows; // position in Turning::rows
  region::IndexExpr column;
};

struct Turning {
  std::vector<TurnedRows> rows;
  std::vector<TurnedAccess> accesses;
};
// Finds the short rows of the plan's loads and outputs. The choice must have short rows. `laneDims`
// are the dims that run over the lanes of some stage.
Turning turningOf(const region::RegionPlan& plan, absl::Span<const int32_t> laneDims);

// Returns whether a unit is a single point of the grid, although the lanes run over the grid. Such
// a kernel computes as many units at once as there are lanes, and it can begin at any unit. The
// results of a unit have the same bits as if the unit was computed alone.
bool runsPointsTogether(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule
