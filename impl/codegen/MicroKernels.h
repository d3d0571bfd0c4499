// The micro-kernels in this library, compiled when it was built.
#pragma once

#include "base/DType.h"
#include "base/MicroKernels.h"
#include "codegen/Jit.h"

namespace lz::codegen {

// `dtype`: the compute type, F32, F64 or S32. Kernels of S32 take pairs of i16. Calls need a
// machine of the class. Any thread.
const MicroKernels& microKernels(DType dtype, CpuClass cpu);
// The kernels for pairs of bf16; nullptr if those of f32 are faster.
const MicroKernels* pairKernels(CpuClass cpu);

} // namespace lz::codegen
