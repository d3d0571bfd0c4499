// The last phase of a compilation: turns steps and places into the thunks that a run executes. Each
// thunk repeats its step, so nothing is decided here.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "exec/Executable.h"
#include "memory/PlanMemory.h"

namespace lz::compiler {

// Makes the executable without its name and the types of its inputs and outputs, which the caller
// sets. `memory` is the plan of `program.steps`.
exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels);

} // namespace lz::compiler
