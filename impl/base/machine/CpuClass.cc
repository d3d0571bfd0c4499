#include "base/machine/CpuClass.h"

#include "base/machine/DetectCpu.h"

#include <algorithm>
#include <cstdlib>

namespace lz {
namespace {

constexpr CpuClass kClasses[] = {CpuClass::V2, CpuClass::Avx2, CpuClass::Avx512};
constexpr const char* kNames[] = {"x86-64-v2", "avx2", "avx512"}; // of kClasses

} // namespace

CpuClass hostCpuClass() {
  CpuClass host = detectCpuClass();
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
