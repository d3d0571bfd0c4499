// Gives access to the micro-kernels, which are compiled when the library is built.
#pragma once

#include "base/DType.h"
#include "base/KernelTable.h"
#include "codegen/Jit.h"

namespace lz::codegen {

// Returns the kernels for the compute type `dtype`, which is F32, F64 or S32. Kernels of S32 take
// pairs of i16. The kernels run only on machines that run code for `cpu`. Any thread may call these
// functions.
const KernelTable& microKernels(DType dtype, MachineClass cpu);
// Returns the kernels for pairs of bf16, or nullptr if the kernels of f32 are faster.
const KernelTable* pairKernels(MachineClass cpu);
// Returns all micro-kernels of the CPU class.
KernelSet kernelSet(MachineClass cpu);

} // namespace lz::codegen
