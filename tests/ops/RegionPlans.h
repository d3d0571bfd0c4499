// The plans of a program's kernels, as a compilation for a CPU class makes them.
#pragma once

#include "base/machine/MachineClass.h"
#include "schedule/Choice.h"
#include "spec/Program.h"

#include <vector>

namespace lz::test {

// Returns the plans in the order of the regions. An error fails the test.
std::vector<schedule::ChosenPlan> regionPlans(const Program& program, MachineClass cpu);

} // namespace lz::test
