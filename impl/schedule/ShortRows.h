// Finds short rows whose lanes run over the rows.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

// An element of a short row, which has at most kLongestShortRow elements. Each lane has a row of
// its own:
//   in0[10*d0 + d1], lanes over d0:  rows of 10 elements, first 10*d0, column d1
struct ShortRow {
  int64_t length;
  region::IndexExpr first;  // index of the row in the buffer; depends on lanes and grid
  region::IndexExpr column; // position in the row; depends on the other dims
};
// With 8 instead, pairwise-gradient-d10 of the bench takes 1.1 times as long (Zen 5).
inline constexpr int64_t kLongestShortRow = 15;
// Rows of up to this many columns stay in registers, and loops over them are unrolled.
// With 2 instead, interleave-3 of the bench takes 1.7 times as long. With 8, cumulative-logsumexp
// takes 0.43 times as long, but the gradient of a log softmax has other bits (Zen 5).
inline constexpr int64_t kFewColumns = 4;
// Returns the row and column that `expr` addresses, or nullopt if it does not address short rows of
// the buffer, which has `size` elements.
std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::IndexExpr& expr,
                                   int64_t size, int32_t lanes);

// The short rows of all lanes after they are transposed. In memory, each column is one vector.
struct TurnedRows {
  int32_t buffer; // number of the input or output
  bool isOutput;
  DType dtype;
  region::IndexExpr first; // index of the row of lane 0
  int64_t length;
};
// Returns the width in bits in which elements are transposed in registers, or 0 if the type is too
// narrow.
unsigned turnedWidth(DType dtype);

// A load or an output that reads or writes short rows if the lanes run over `laneDim`.
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
// are the dims over which stages have lanes.
Turning turningOf(const region::RegionPlan& plan, absl::Span<const int32_t> laneDims);

// Returns whether units are single points of the grid although the lanes run over the grid. The
// kernel then computes as many points at once as there are lanes, beginning at any point. Each
// point gets the same bits as if it was computed alone.
bool runsPointsTogether(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule
