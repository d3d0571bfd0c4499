// Rows of a few elements, with the lanes over the rows.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz {

// An element of a row of at most kLongestShortRow, of which each point of the lanes has one:
//   in0[10*d0 + d1], lanes over d0:  rows of 10, this one from 10*d0 on, column d1
struct ShortRow {
  int64_t length;
  IndexExpr first;  // of the row, an element of the buffer: of the lanes and the grid
  IndexExpr column; // of the other dims
};
inline constexpr int64_t kLongestShortRow = 15;
// So many columns stay in registers, and loops over them are written out.
inline constexpr int64_t kFewColumns = 4;
// None: `expr` goes through the buffer of `size` elements in another way.
std::optional<ShortRow> shortRowOf(const RegionPlan& plan, const IndexExpr& expr, int64_t size,
                                   int32_t lanes);

// Rows of all lanes that are turned: the kernel has them by columns, of a vector each, in memory.
struct TurnedRows {
  int32_t buffer; // of the inputs or the outputs
  bool isOutput;
  DType dtype;
  IndexExpr first; // of the row of lane 0
  int64_t length;
};
// Bits of an element in registers that can be turned; 0: it is too narrow, and copied.
unsigned turnedWidth(DType dtype);

// A load or an output that goes through such rows where the lanes are over `laneDim`.
struct TurnedAccess {
  int32_t laneDim;
  NodeId load; // -1: it is the output
  size_t output;
  size_t rows; // number of its TurnedRows
  IndexExpr column;
};

struct Turning {
  std::vector<TurnedRows> rows;
  std::vector<TurnedAccess> accesses;
};
// Of a choice with short rows. `laneDims`: over which stages have lanes.
Turning turningOf(const RegionPlan& plan, absl::Span<const int32_t> laneDims);

// Are units single points of the grid though the lanes are over it? Then the kernel takes as many
// at a time as there are lanes, from any point on, and has the same bits for each of them.
bool runsPointsTogether(const RegionPlan& plan, const Choice& choice);

} // namespace lz
