// The micro-kernels in this library, compiled when it was built.
#pragma once

#include "base/DType.h"
#include "base/KernelTable.h"
#include "codegen/Jit.h"

namespace lz::codegen {

// `dtype`: the compute type, F32, F64 or S32. Kernels of S32 take pairs of i16. Calls need a
// machine of the class. Any thread.
const KernelTable& microKernels(DType dtype, MachineClass cpu);
// The kernels for pairs of bf16; nullptr if those of f32 are faster.
const KernelTable* pairKernels(MachineClass cpu);

} // namespace lz::codegen
