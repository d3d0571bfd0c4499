// How many matrices are computed at a time.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::linalg {

// Bytes of a vector of the class, which are those that contraction::runForClass gives its body. Its
// lanes are the matrices of a group.
constexpr int64_t vectorBytes(MachineClass cpu) {
  return cpu == MachineClass::Avx512 ? 64 : cpu == MachineClass::Avx2 ? 32 : 16;
}

} // namespace lz::linalg
