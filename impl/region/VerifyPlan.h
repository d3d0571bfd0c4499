// The rules that every plan must follow. Schedules and emitters rely on them and check none of
// them.
//
//   order       a node is after its operands, masks and the operands of its reduction; in plans
//               that combine in place, points of the grid have different places; only these
//               plans have ordered dims
//   kinds       nodes, reductions and outputs name existing ones, with as many parts as their kind
//               has
//   types       elements have the type that the op, the buffer or the reduction says
//   dims        grid dims come first; expressions name dims of the plan, each of which has a loop
//   scopes      what a value depends on has a loop around the place where it is used
//   bounds      an access without a mask stays inside its buffer
//   reductions  each removes reduction dims, and its inits do not depend on them
//   bodies      a combiner computes from its arguments and constants, a result for each component
//   coverage    an output that starts as nothing is written everywhere, once
#pragma once

#include "base/Status.h"
#include "region/RegionPlan.h"

namespace lz::region {

// Returns an internal error for the first violation. It names the node, reduction or output, and
// the rule: "[plan] %4: order: it uses %7".
Status verify(const RegionPlan& plan);

} // namespace lz::region
