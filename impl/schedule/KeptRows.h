// Finds expensive values that two loops over the same row need. The first loop is a reduction. It
// computes the values and keeps them in memory as a row. The second loop reads this row:
//
//   softmax   %9 = e^(x[d0, d3] - max)    summed over d3
//             %5 = e^(x[d0, d1] - max)    over d1, divided by the sum
//
// %5 at d1 is %9 at d3 = d1: the loop over d3 writes 4096 floats, and the loop over d1 reads them
// from L1.
#pragma once

#include "schedule/Choice.h"

#include <vector>

namespace lz::schedule {

struct KeptRow {
  region::NodeId made;   // a float in the loop of a reduction over `madeOver`
  region::NodeId used;   // the same value in a later loop, over `usedOver`
  region::NodeId reduce; // a Reduce node of this reduction, which runs once per row
  int32_t madeOver, usedOver;
};

// Returns the rows to keep. Reductions over one dimension keep them, in row plans and in plans with
// short rows. All rows together fit on the stack of a thread. `deps` is dependencies(plan).
std::vector<KeptRow> keptRows(const region::RegionPlan& plan, const Choice& choice,
                              const std::vector<uint64_t>& deps);

} // namespace lz::schedule
