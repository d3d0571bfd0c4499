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

// Dim `dim` runs over `count` lanes. It starts at a multiple of them, unless it may start anywhere.
// -1 if there is no dim over the lanes.
struct LaneDim {
  int32_t dim;
  int lanes;
  bool startsAnywhere = false;
};

// value(lane) - value(0) for each lane; nullopt: it depends on where the lanes start.
using LaneOffsets = std::vector<int64_t>;
std::optional<LaneOffsets> laneOffsets(const IndexExpr& expr, const LaneDim& at);

// The value in lane 0 is a multiple of this, or is 0 if this is 0.
int64_t alignmentOf(const IndexExpr& expr, const LaneDim& at);

} // namespace lz::region
