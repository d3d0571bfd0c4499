// Counts the loops of a group's kernel before there is a plan. A plan has at most kMaxPlanDims
// loops.
//
//   sum(x * x) + sum(y * y) of f32[3,4,5]: no loop over results, three for each sum
//
// Members are added from the results upwards. A reduction counts as soon as a member needs it. A
// sum of many reductions can be too large for one kernel. Because of this rule, it is split between
// two additions, and not between an addition and its reduction. The other additions then form
// groups that are as large as the first group.
#pragma once

#include "fusion/FusionRules.h"

namespace lz::fusion {

// Returns how many times the member is computed: once for each index map under which its elements
// are needed. The count stops at kMaxPlanDims + 1.
size_t timesComputed(const Membership& membership);

// Returns whether the group with `op` would have more loops than a plan can have.
bool hasTooManyLoops(mlir::Operation* op, const Membership& membership, const Group& group);

// Adds the loops of `op` to the loops of the group, when `op` becomes a member. The first member is
// the root.
void addLoops(mlir::Operation* op, const Membership& membership, Group& group);

} // namespace lz::fusion
