// The extensions of the table: layouts and shardings.
#pragma once

#include "pjrt_api.h"

namespace lz::pjrt {

// Returns the first one of the list, which lives as long as the process.
PJRT_Extension_Base* extensions();

} // namespace lz::pjrt
