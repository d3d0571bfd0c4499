// Rows of a few elements, with the lanes over the rows.
#pragma once

#include "schedule/Choice.h"

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

// Are units single points of the grid though the lanes are over it? Then the kernel takes as many
// at a time as there are lanes, from any point on, and has the same bits for each of them.
bool runsPointsTogether(const RegionPlan& plan, const Choice& choice);

} // namespace lz
