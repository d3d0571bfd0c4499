// How an index moves along the lanes of a vector, for the emitter and for the cost model.
//
//   d0 over 16 lanes, from a multiple of 16:
//     -d0 + 7            0 -1 -2 ... -15
//     d0 floordiv 2      0 0 1 1 2 2 ... 7 7
//     d0 floordiv 48     0 in all lanes
//     d0 floordiv 7      depends on where the lanes start: none
#pragma once

#include "region/index/IndexExpr.h"

#include <optional>

namespace lz::region {

// Dim `dim` runs over `count` lanes. It starts at a multiple of `count`, unless it may start
// anywhere. `dim` is -1 if no dim runs over the lanes.
struct LaneDim {
  int32_t dim;
  int lanes;
  bool startsAnywhere = false;
};

// value(lane) - value(0) for each lane. The functions return nullopt if it depends on where the
// lanes start.
using LaneOffsets = std::vector<int64_t>;
std::optional<LaneOffsets> laneOffsets(const IndexExpr& expr, const LaneDim& at);

// Returns a number of which the value in lane 0 is always a multiple. If it returns 0, the value is
// always 0.
int64_t alignmentOf(const IndexExpr& expr, const LaneDim& at);

} // namespace lz::region
