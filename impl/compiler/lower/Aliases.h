// Determines from the plan of a kernel which operands the kernel is allowed to overwrite.
#pragma once

#include "base/Steps.h"
#include "region/RegionPlan.h"

#include <vector>

namespace lz::compiler {

// Returns whether the plan loads elements of this input. If it does not, the input is only the
// initial content of an output.
bool loads(const region::RegionPlan& plan, int32_t input);

// Returns whether result number `output` of a kernel's step may lie where the operand `value` lies.
// The value can be several inputs of the plan.
bool mayOverwrite(const region::RegionPlan& plan, const Step& kernel, ValueId value, size_t output);

// Sets the aliases of a kernel's step. The operands and results of the step are the inputs and
// outputs of the plan. If an output starts as a copy of an input, an earlier step makes the copy,
// and the kernel's step gets the copy as an operand. If the plan does not load the input, the step
// has only the copy as an operand.
//
//   lz.region(%t, %i, %u)   a scatter into %t       kernel reads out0 in1 in2 writes out0
//   lz.region(%x, %y)       add(%x, %y)             out0 may use the place of in0 or in1
void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel);

} // namespace lz::compiler
