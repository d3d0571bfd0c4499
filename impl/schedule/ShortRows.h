// Short rows, with the lanes over the rows.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

// An element of a row of at most kLongestShortRow elements, where each point of the lanes has a
// row:
//   in0[10*d0 + d1], lanes over d0:  rows of 10, this one from 10*d0 on, column d1
struct ShortRow {
  int64_t length;
  region::IndexExpr first;  // of the row, in the buffer: depends on lanes and grid
  region::IndexExpr column; // in the row: depends on the other dims
};
inline constexpr int64_t kLongestShortRow = 15;
// Up to this many columns stay in registers, and loops over them are written out.
inline constexpr int64_t kFewColumns = 4;
// nullopt: `expr` does not address short rows of the buffer of `size` elements.
std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::IndexExpr& expr,
                                   int64_t size, int32_t lanes);

// The rows of all lanes, transposed: the kernel has them in memory by columns of a vector each.
struct TurnedRows {
  int32_t buffer; // of the inputs or the outputs
  bool isOutput;
  DType dtype;
  region::IndexExpr first; // of the row of lane 0
  int64_t length;
};
// The bits of an element in registers that can be transposed, or 0 if it is too narrow.
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
// Needs a choice with short rows. `laneDims`: the dims over which stages have lanes.
Turning turningOf(const region::RegionPlan& plan, absl::Span<const int32_t> laneDims);

// Whether units are single points of the grid although the lanes are over it. The kernel then
// computes as many points at a time as there are lanes, from any point on, and each of them has the
// same bits as alone.
bool runsPointsTogether(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule
