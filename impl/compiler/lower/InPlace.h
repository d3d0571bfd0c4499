// Which of its operands a kernel may write over, from its plan.
#pragma once

#include "base/Steps.h"
#include "region/RegionPlan.h"

#include <vector>

namespace lz {

// Whether the plan reads its input, not just writes over it.
bool loads(const RegionPlan& plan, int32_t input);

// Makes the step of a kernel, whose operands and results are the inputs and outputs of the plan,
// say what it updates and what it may write over. An output that begins as an input has been
// copied, so that the step reads the copy; where nothing else of the input is read, it does so in
// its stead.
//
//   lz.region(%t, %i, %u)   a scatter into %t       kernel reads out0 in1 in2 writes out0
//   lz.region(%x, %y)       add(%x, %y)             out0 may lie where in0 in1 lay
void listAliases(const RegionPlan& plan, const std::vector<StepValue>& values, Step& kernel);

} // namespace lz
