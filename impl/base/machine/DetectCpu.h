// Detects the CPU class of this machine, without looking at the environment variable LAZULI_CPU
// (MachineClass.h).
#pragma once

#include "base/machine/MachineClass.h"

namespace lz {

MachineClass detectMachineClass();

} // namespace lz
