// The last phase of a compilation: turns steps and places into the thunks that a run executes. Each
// step becomes one thunk, and nothing is decided here.
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "exec/Executable.h"
#include "memory/PlanMemory.h"

namespace lz::compiler {

// Makes the executable. The caller must still set its name and the types of its inputs and outputs.
// `memory` is the plan of `program.steps`.
exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels);

} // namespace lz::compiler
