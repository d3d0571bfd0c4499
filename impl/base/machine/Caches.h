// The sizes of the caches, asked for once: block sizes and the choice of stores follow them, no
// result does.
#pragma once

#include <cstdint>

namespace lz {

struct Caches {
  int64_t second; // of one core
  int64_t last;   // that cores share; without one, `second` of all cores
  int64_t cores;  // of the machine
};

// What the system says or, where it does not know, 1 MiB a core and no shared one.
const Caches& caches();

} // namespace lz
