// The last text of a compilation: steps with places become what a run executes. Nothing is decided
// here; a thunk says what its step says.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "exec/Executable.h"
#include "memory/PlanMemory.h"

namespace lz {

// `memory`: the plan of `program.steps`. Names and the types of inputs and outputs are left to the
// caller.
exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels);

} // namespace lz
