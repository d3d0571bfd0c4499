// The vector registers of each CPU class.
#pragma once

#include "base/machine/MachineClass.h"

namespace lz {

constexpr int vectorBytes(MachineClass cpu) {
  switch (cpu) {
  case MachineClass::Avx512:
    return 64;
  case MachineClass::Avx2:
    return 32;
  case MachineClass::X86V2:
    return 16;
  }
  return 16;
}
constexpr int vectorRegisters(MachineClass cpu) {
  return cpu == MachineClass::Avx512 ? 32 : 16;
}
// Returns whether one instruction multiplies and adds.
constexpr bool hasFma(MachineClass cpu) {
  return cpu != MachineClass::X86V2;
}

} // namespace lz
