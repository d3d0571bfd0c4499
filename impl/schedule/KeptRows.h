// Values that a reduction computes at each point of a row and that a later loop over the same row
// wants again. If they are expensive they are kept in memory instead, a row of them:
//
//   softmax   %9 = e^(x[d0, d3] - max)    summed over d3
//             %5 = e^(x[d0, d1] - max)    over d1, divided by the sum
//
// %5 is what %9 was at d3 = d1: the loop over d3 writes 4096 floats, the loop over d1 reads them
// from L1.
#pragma once

#include "schedule/Choice.h"

#include <vector>

namespace lz {

struct KeptRow {
  NodeId made;   // a float, in the loop over dimension `madeOver` of a reduction
  NodeId used;   // in the loop over dimension `usedOver`, of another reduction or of outputs
  NodeId reduce; // a Reduce node of the reduction that makes it; computed once per row
  int32_t madeOver, usedOver;
};

// For row plans and short rows. Reductions over one dimension only; all rows together fit the stack
// of a thread. `deps`: of the plan.
std::vector<KeptRow> keptRows(const RegionPlan& plan, const Choice& choice,
                              const std::vector<uint64_t>& deps);

} // namespace lz
