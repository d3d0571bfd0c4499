// The CPU class of this machine, without regard to the environment (MachineClass.h).
#pragma once

#include "base/machine/MachineClass.h"

namespace lz {

MachineClass detectMachineClass();

} // namespace lz
