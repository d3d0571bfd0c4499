// The vector registers of a CPU class.
#pragma once

#include "base/machine/MachineClass.h"

namespace lz {

constexpr int vectorRegisters(MachineClass cpu) {
  return cpu == MachineClass::Avx512 ? 32 : 16;
}
// Whether one instruction multiplies and adds.
constexpr bool hasFma(MachineClass cpu) {
  return cpu != MachineClass::X86V2;
}

} // namespace lz
