#include "base/machine/DetectCpu.h"

namespace lz {

// Checks for the instructions that LLVM generates for its CPUs "haswell" and "skylake-avx512".
MachineClass detectMachineClass() {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("lzcnt") ||
      !__builtin_cpu_supports("movbe"))
    return MachineClass::X86V2;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512vl"))
    return MachineClass::Avx2;
  return MachineClass::Avx512;
}

} // namespace lz
