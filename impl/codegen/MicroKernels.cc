#include "codegen/MicroKernels.h"

#include "codegen/Target.h"

#include <type_traits>

namespace lz::codegen {

using PackedKernel = std::remove_pointer_t<PackedKernelFn>;
using StridedKernel = std::remove_pointer_t<StridedKernelFn>;

// The extern "C" functions, which an unnamed namespace cannot hold, and the tables.
#pragma GCC visibility push(hidden)
#include "codegen/MicroKernelTables.inc"
#pragma GCC visibility pop

const MicroKernels& microKernels(DType dtype, CpuClass cpu) {
  if (dtype == DType::S32)
    return hasVnni(cpu) ? kVnniKernels : kIntegerKernels[size_t(cpu)];
  return kMicroKernels[size_t(cpu)][dtype == DType::F64];
}

const MicroKernels* pairKernels(CpuClass cpu) {
  return hasFastPairs(cpu) ? &kPairKernels : nullptr;
}

} // namespace lz::codegen
