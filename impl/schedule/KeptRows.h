// Finds values that a reduction computes at each point of a row, and that a later loop over the
// same row needs again. If they are expensive, a row of them is kept in memory:
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
  region::NodeId made;   // a float that a reduction computes in its loop over `madeOver`
  region::NodeId used;   // the same value in a later loop, over `usedOver`
  region::NodeId reduce; // a Reduce node of the reduction that makes it, once per row
  int32_t madeOver, usedOver;
};

// Returns the rows to keep. Rows are kept only in row plans and in plans with short rows, for
// reductions over one dimension. All rows together fit on the stack of a thread. `deps` is
// dependencies(plan).
std::vector<KeptRow> keptRows(const region::RegionPlan& plan, const Choice& choice,
                              const std::vector<uint64_t>& deps);

} // namespace lz::schedule
