#include "base/machine/MachineClass.h"

#include "base/machine/DetectCpu.h"

#include <cstdlib>

namespace lz {
namespace {

constexpr MachineClass kClasses[] = {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512};
constexpr const char* kNames[] = {"x86-64-v2", "avx2", "avx512"}; // the names of kClasses

} // namespace

MachineClass hostMachineClass() {
  MachineClass host = detectMachineClass();
  const char* cap = std::getenv("LAZULI_CPU");
  if (!cap || !*cap || cap == std::string("host"))
    return host;
  StatusOr<MachineClass> wanted = parseMachineClass(cap);
  return wanted.ok() && runs(host, *wanted) ? *wanted : host;
}

absl::Span<const MachineClass> hostMachineClasses() {
  return absl::MakeConstSpan(kClasses, stepOf(hostMachineClass()) + 1);
}

StatusOr<MachineClass> parseMachineClass(const std::string& name) {
  if (name == "host")
    return hostMachineClass();
  for (MachineClass machine : kClasses)
    if (name == machineClassName(machine))
      return machine;
  return invalidArgument("unknown CPU class \"", name, "\": use x86-64-v2, avx2, avx512 or host");
}

std::string machineClassName(MachineClass machine) {
  return kNames[stepOf(machine)];
}

} // namespace lz
