// Short rows, with the lanes over the rows.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

// An element of a short row (at most kLongestShortRow elements). Each lane has a row of its own:
//   in0[10*d0 + d1], lanes over d0:  rows of 10, this one from 10*d0 on, column d1
struct ShortRow {
  int64_t length;
  region::IndexExpr first;  // of the row, in the buffer: depends on lanes and grid
  region::IndexExpr column; // in the row: depends on the other dims
};
inline constexpr int64_t kLongestShortRow = 15;
// Rows of up to this many columns stay in registers, and loops over them are unrolled.
inline constexpr int64_t kFewColumns = 4;
// Returns nullopt if `expr` does not address short rows of the buffer, which has `size` elements.
std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::IndexExpr& expr,
                                   int64_t size, int32_t lanes);

// The short rows of all lanes after transposing: memory holds one vector for each column.
struct TurnedRows {
  int32_t buffer; // of the inputs or the outputs
  bool isOutput;
  DType dtype;
  region::IndexExpr first; // of the row of lane 0
  int64_t length;
};
// Returns the width in bits with which elements are transposed in registers, or 0 if the type is
// too narrow.
unsigned turnedWidth(DType dtype);

// A load or an output that goes through short rows when the lanes are over `laneDim`.
struct TurnedAccess {
  int32_t laneDim;
  region::NodeId load; // -1: it is the output
  size_t output;
  size_t rows; // the number of its TurnedRows
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
// kernel then computes as many points at a time as there are lanes, starting at any point. Each
// point gets the same bits as if computed alone.
bool runsPointsTogether(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule
