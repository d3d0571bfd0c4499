// Detects the CPU class of this machine. Ignores the environment variable LAZULI_CPU
// (MachineClass.h).
#pragma once

#include "base/machine/MachineClass.h"

namespace lz {

MachineClass detectMachineClass();

} // namespace lz
