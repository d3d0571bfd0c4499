// The loops of a group's kernel, counted before it has a plan, which holds kMaxPlanDims.
//
//   sum(x * x) + sum(y * y) of f32[3,4,5]: no loop over results, three for each sum
//
// Members are added from the results upwards. A reduction counts as soon as somebody in the group
// wants it, so that a sum of many reductions is cut between additions, not between an addition and
// its reduction: what is left then makes groups as large as the first one.
#pragma once

#include "fusion/FusionRules.h"

namespace lz::fusion {

// Under how many index maps at most; more than kMaxPlanDims are one more than that.
size_t timesComputed(const Membership& membership);

// Would the group with `op` have more loops than a plan holds?
bool hasTooManyLoops(mlir::Operation* op, const Membership& membership, const Group& group);

// `op` becomes a member; the first one is the root.
void addLoops(mlir::Operation* op, const Membership& membership, Group& group);

} // namespace lz::fusion
