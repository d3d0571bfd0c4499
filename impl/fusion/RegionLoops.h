// Counts the loops of a group's kernel before it has a plan, which holds at most kMaxPlanDims.
//
//   sum(x * x) + sum(y * y) of f32[3,4,5]: no loop over results, three for each sum
//
// Members are added from the results upwards. A reduction counts as soon as a member needs it. So a
// sum of many reductions is cut between additions, not between an addition and its reduction, and
// the rest forms groups as large as the first one.
#pragma once

#include "fusion/FusionRules.h"

namespace lz::fusion {

// The number of index maps under which it is computed; kMaxPlanDims + 1 stands for more than
// kMaxPlanDims.
size_t timesComputed(const Membership& membership);

// Whether the group with `op` would have more loops than a plan holds.
bool hasTooManyLoops(mlir::Operation* op, const Membership& membership, const Group& group);

// Adds the loops of `op`, which becomes a member; the first one is the root.
void addLoops(mlir::Operation* op, const Membership& membership, Group& group);

} // namespace lz::fusion
