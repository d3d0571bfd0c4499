// Finds from the plan of a kernel which operands it may overwrite.
#pragma once

#include "base/Steps.h"
#include "region/RegionPlan.h"

#include <vector>

namespace lz::compiler {

// Whether the plan reads its input, rather than only overwriting it.
bool loads(const region::RegionPlan& plan, int32_t input);

// Lists what the step of a kernel updates and may overwrite. The operands and results of the step
// are the inputs and outputs of the plan. An output that begins as an input was copied before, so
// the step reads the copy. If nothing else of the input is read, the copy replaces it as the
// operand.
//
//   lz.region(%t, %i, %u)   a scatter into %t       kernel reads out0 in1 in2 writes out0
//   lz.region(%x, %y)       add(%x, %y)             out0 may lie where in0 in1 lay
void listAliases(const region::RegionPlan& plan, const std::vector<StepValue>& values,
                 Step& kernel);

} // namespace lz::compiler
