// Determines from the plan of a kernel which operands it may overwrite.
#pragma once

#include "base/Steps.h"
#include "region/RegionPlan.h"

#include <vector>

namespace lz::compiler {

// Returns whether the plan reads its input, rather than only overwriting it.
bool loads(const region::RegionPlan& plan, int32_t input);

// Lists what the step of a kernel updates and may overwrite. The operands and results of the step
// are the inputs and outputs of the plan. An output that starts as a copy of an input has been
// copied before the step, so the step reads the copy. If it reads nothing else of the input, the
// copy replaces the input as the operand.
//
//   lz.region(%t, %i, %u)   a scatter into %t       kernel reads out0 in1 in2 writes out0
//   lz.region(%x, %y)       add(%x, %y)             out0 may use the place of in0 or in1
void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel);

} // namespace lz::compiler
