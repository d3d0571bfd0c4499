// The micro-kernels in this library, compiled when it was built.
#pragma once

#include "base/DType.h"
#include "base/MicroKernels.h"
#include "codegen/Jit.h"

namespace lz::codegen {

// For the compute type F32, F64 or S32, those of which are of pairs of i16; calls need a machine of
// the class. Any thread.
const MicroKernels& microKernels(DType dtype, CpuClass cpu);
// Those of pairs of bf16, or nullptr where those of f32 are faster.
const MicroKernels* pairKernels(CpuClass cpu);

} // namespace lz::codegen
