// The last phase of a compilation: turns steps and places into the thunks that a run executes. Each
// step becomes one thunk.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "exec/Executable.h"
#include "memory/PlanMemory.h"

namespace lz::compiler {

// Makes the executable, except its name and the types of its inputs and outputs, which the caller
// sets. `memory` is the memory plan of `program.steps`.
exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels);

} // namespace lz::compiler
