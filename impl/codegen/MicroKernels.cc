#include "codegen/MicroKernels.h"

#include "codegen/LlvmTarget.h"

#include <type_traits>

namespace lz::codegen {

using PackedKernel = std::remove_pointer_t<PackedKernelFn>;
using StridedKernel = std::remove_pointer_t<StridedKernelFn>;

// Declares the micro-kernels and defines their tables. The symbols are hidden by a pragma, because
// an unnamed namespace cannot hold extern "C" functions.
#pragma GCC visibility push(hidden)
#include "codegen/MicroKernelTables.inc"
#pragma GCC visibility pop

const KernelTable& microKernels(DType dtype, MachineClass cpu) {
  if (dtype == DType::S32)
    return hasVnni(cpu) ? kVnniKernels : kIntegerKernels[stepOf(cpu)];
  return kMicroKernels[stepOf(cpu)][dtype == DType::F64];
}

const KernelTable* pairKernels(MachineClass cpu) {
  return hasFastPairs(cpu) ? &kPairKernels : nullptr;
}

KernelSet kernelSet(MachineClass cpu) {
  return {&microKernels(DType::F32, cpu), &microKernels(DType::F64, cpu),
          &microKernels(DType::S32, cpu), pairKernels(cpu)};
}

} // namespace lz::codegen
