// The rules that every plan must follow. Schedules and emitters rely on them.
//
//   order       a node comes after its operands, its masks and the operands of its reduction; in a
//               scatter, points of the grid update different places; only scatters have ordered
//               dims
//   kinds       nodes, reductions and outputs refer to parts that exist, and have as many operands
//               as their kind requires
//   types       elements have the type that the op, the buffer or the reduction requires
//   dims        grid dims come first; expressions use dims of the plan; every dim has a loop
//   scopes      wherever a value is used, there are loops over all dims that it depends on
//   bounds      an access without a mask stays inside its buffer
//   reductions  each removes reduction dims, and its inits do not depend on these
//   bodies      a combiner computes one result for each component from its arguments and constants
//   coverage    an output that does not start as a copy of an input is written everywhere, once
#pragma once

#include "base/Status.h"
#include "region/RegionPlan.h"

namespace lz::region {

// Returns an internal error for the first violation. The error names the node, reduction or output,
// and the rule. An example is "[plan] %4: order: it uses %7".
Status verify(const RegionPlan& plan);

} // namespace lz::region
