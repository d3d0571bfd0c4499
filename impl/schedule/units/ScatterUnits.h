// Decides how the updates of a scatter are divided among threads, if the lanes lie along a row.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Each unit goes through all updates. Work is divided by place or by columns. If it is divided by
// place, each unit has a share of the places of the output, and takes the rows of updates that go
// to these places. The value of a node of the plan says to which share a row of updates goes. If
// work is divided by columns, each unit takes some columns of every row.
//
//   out0[64*i[d1] + d0] += u[64*d1 + d0]: by the value of i[d1], 4 shares of blocks of 32 values;
//   unit 2 takes the updates with i[d1] / 32 % 4 = 2, all 64 columns of them
struct ScatterUnits {
  int64_t shares = 1;
  region::NodeId index = -1; // node whose values decide which unit takes a row; -1 if by columns
  unsigned blockShift = 0;   // 2^blockShift values form one block
  int64_t listed = 0;        // updates from which one list is made; 0: no lists
  int listLanes = 1;         // updates that are listed at a time
  int64_t vectors = 1;       // vectors of a row in one unit
};

// Decides how updates are divided among units. `ns` is the time of all updates on one thread.
// `rows` is the number of points of the other dims of the grid, each of which makes units.
ScatterUnits unitsOfScatter(const region::RegionPlan& plan, const LoopForms& forms,
                            const VectorTarget& target, double ns, int64_t vectors, int64_t lanes,
                            int64_t rows);

} // namespace lz::schedule
