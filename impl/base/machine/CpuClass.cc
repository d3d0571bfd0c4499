#include "base/machine/CpuClass.h"

#include <algorithm>
#include <cstdlib>

namespace lz {
namespace {

constexpr CpuClass kClasses[] = {CpuClass::V2, CpuClass::Avx2, CpuClass::Avx512};
constexpr const char* kNames[] = {"x86-64-v2", "avx2", "avx512"}; // of kClasses

// What LLVM assumes of "haswell" and "skylake-avx512", as far as it generates it.
CpuClass detect() {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("lzcnt") ||
      !__builtin_cpu_supports("movbe"))
    return CpuClass::V2;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512vl"))
    return CpuClass::Avx2;
  return CpuClass::Avx512;
}

} // namespace

CpuClass hostCpuClass() {
  CpuClass host = detect();
  const char* cap = std::getenv("LAZULI_CPU");
  if (!cap || !*cap || cap == std::string("host"))
    return host;
  StatusOr<CpuClass> wanted = parseCpuClass(cap);
  return wanted.ok() ? std::min(host, *wanted) : host;
}

absl::Span<const CpuClass> hostCpuClasses() {
  return absl::MakeConstSpan(kClasses, size_t(hostCpuClass()) + 1);
}

StatusOr<CpuClass> parseCpuClass(const std::string& name) {
  if (name == "host")
    return hostCpuClass();
  for (CpuClass cpu : kClasses)
    if (name == cpuClassName(cpu))
      return cpu;
  return invalidArgument("unknown CPU class \"", name, "\": use x86-64-v2, avx2, avx512 or host");
}

std::string cpuClassName(CpuClass cpu) {
  return kNames[size_t(cpu)];
}

} // namespace lz
