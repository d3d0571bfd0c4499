// Code is compiled for a machine class: an architecture, and a step, which is a set of
// instructions. Each step includes the instructions of the steps before it. The steps of x86-64 are
// called CPU classes. Results can depend on the class, but on nothing else about the machine.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"

#include <string>

namespace lz {

enum class Architecture : uint8_t { X86_64 };

// The high byte of the number is the architecture, and the low byte is the step.
enum class MachineClass : uint16_t { X86V2, Avx2, Avx512 };

constexpr Architecture architectureOf(MachineClass machine) {
  return Architecture(uint16_t(machine) >> 8);
}
constexpr size_t stepOf(MachineClass machine) {
  return uint16_t(machine) & 0xff;
}

// Returns whether a machine of class `machine` runs code that is compiled for class `code`.
constexpr bool runs(MachineClass machine, MachineClass code) {
  return architectureOf(machine) == architectureOf(code) && stepOf(machine) >= stepOf(code);
}
// Machine classes of two architectures have no order, so use runs().
bool operator<(MachineClass, MachineClass) = delete;
bool operator>(MachineClass, MachineClass) = delete;
bool operator<=(MachineClass, MachineClass) = delete;
bool operator>=(MachineClass, MachineClass) = delete;

// Returns the best machine class that this machine runs. LAZULI_CPU can lower it.
MachineClass hostMachineClass();
// Returns all machine classes that this machine runs, the best one last.
absl::Span<const MachineClass> hostMachineClasses();
// Parses "x86-64-v2", "avx2", "avx512" or "host".
StatusOr<MachineClass> parseMachineClass(const std::string& name);
std::string machineClassName(MachineClass machine);

} // namespace lz
