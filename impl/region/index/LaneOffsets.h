// Computes how an index changes along the lanes of a vector, for the emitter and for the cost
// model.
//
//   d0 over 16 lanes, from a multiple of 16:
//     -d0 + 7            0 -1 -2 ... -15
//     d0 floordiv 2      0 0 1 1 2 2 ... 7 7
//     d0 floordiv 48     0 in all lanes
//     d0 floordiv 7      unknown, since it depends on where the lanes start
#pragma once

#include "region/index/IndexExpr.h"

#include <optional>

namespace lz::region {

// The dimension that runs along the lanes of a vector. `dim` is -1 if there is none. In lane 0, the
// value of the dimension is a multiple of `lanes`. But if startsAnywhere is set, the value in lane
// 0 can be any number.
struct LaneDim {
  int32_t dim;
  int lanes;
  bool startsAnywhere = false;
};

// For each lane, the value of the expression minus its value in lane 0. If these differences depend
// on where the lanes start, laneOffsets returns nullopt.
using LaneOffsets = std::vector<int64_t>;
std::optional<LaneOffsets> laneOffsets(const IndexExpr& expr, const LaneDim& at);

// Returns a number that divides the value of the expression in lane 0. If the value in lane 0 is
// always 0, returns 0.
int64_t alignmentOf(const IndexExpr& expr, const LaneDim& at);

} // namespace lz::region
