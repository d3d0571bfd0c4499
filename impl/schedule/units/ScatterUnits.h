// How threads share the updates of a scatter whose lanes lie along a row.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Each unit goes through all updates. If work is shared by place, a unit takes the rows of updates
// that go to its places, which the value of a node of the plan decides. If it is shared by columns,
// a unit takes its own part of every row.
//
//   out0[64*i[d1] + d0] += u[64*d1 + d0]: by the value of i[d1], 4 shares of blocks of 32 values;
//   unit 2 takes the updates with i[d1] / 32 % 4 = 2, all 64 columns of them
struct ScatterUnits {
  int64_t shares = 1;
  region::NodeId index = -1; // its values decide which unit takes a row; -1: by columns
  unsigned blockShift = 0;   // 2^blockShift values lie in one block
  int64_t listed = 0;        // from this many updates a unit lists its own at a time; 0: no list
  int listLanes = 1;         // updates that are listed at a time
  int64_t vectors = 1;       // of a row in one unit
};

// Decides how updates are shared. `ns` is the time of all updates on one thread. `rows` is the
// number of units that other dims of the grid make.
ScatterUnits unitsOfScatter(const region::RegionPlan& plan, const LoopForms& forms,
                            const VectorTarget& target, double ns, int64_t vectors, int64_t lanes,
                            int64_t rows);

} // namespace lz::schedule
