// The CPU class of this machine, without regard to the environment (CpuClass.h).
#pragma once

#include "base/machine/CpuClass.h"

namespace lz {

CpuClass detectCpuClass();

} // namespace lz
