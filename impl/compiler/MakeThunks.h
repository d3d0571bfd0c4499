// The last phase of a compilation: steps with places become the thunks that a run executes. Nothing
// is decided here, since each thunk repeats its step.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "exec/Executable.h"
#include "memory/PlanMemory.h"

namespace lz::compiler {

// `memory`: the plan of `program.steps`. The caller sets the name, and the types of inputs and
// outputs.
exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels);

} // namespace lz::compiler
