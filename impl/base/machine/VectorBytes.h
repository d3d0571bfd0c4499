// The length of a vector register of each CPU class. Code that is compiled for a class
// (contraction/run/vector/ForClass.h), costs and plans all take it from here.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

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

} // namespace lz
