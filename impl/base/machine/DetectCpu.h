// What this machine runs, whatever the environment says (CpuClass.h).
#pragma once

#include "base/machine/CpuClass.h"

namespace lz {

CpuClass detectCpuClass();

} // namespace lz
