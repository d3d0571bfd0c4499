// Determines from the plan of a kernel which operands the kernel is allowed to overwrite.
#pragma once

#include "base/Steps.h"
#include "region/RegionPlan.h"

#include <vector>

namespace lz::compiler {

// Returns whether the plan loads elements of input number `input`. If it does not, the plan uses
// the input only as the initial content of an output.
bool loads(const region::RegionPlan& plan, int32_t input);

// Returns whether result number `output` of a kernel's step may have the place of the operand
// `value`. The same value can be several inputs of the plan.
bool mayOverwrite(const region::RegionPlan& plan, const Step& kernel, ValueId value, size_t output);

// Sets the aliases of a kernel's step. The operands and results of the step are the inputs and
// outputs of the plan. If an input of the plan is the initial content of an output, an earlier step
// copies the input to the output, and the kernel's step gets the output as an operand. If the plan
// does not load the input, the output replaces the input in the operands.
//
//   lz.region(%t, %i, %u)   a scatter into %t       kernel reads out0 in1 in2 writes out0
//   lz.region(%x, %y)       add(%x, %y)             out0 may use the place of in0 or in1
void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel);

} // namespace lz::compiler
