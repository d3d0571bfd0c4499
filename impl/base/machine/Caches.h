// The sizes of the caches, which are read once. Block sizes and the choice of stores depend on
// them; results do not.
#pragma once

#include <cstdint>

namespace lz {

struct Caches {
  int64_t second; // of one core
  int64_t last;   // shared by all cores; without one, `second` of all cores
  int64_t cores;  // of the machine
};

// The sizes that the system reports. If it reports none, they are 1 MiB per core and no shared
// cache.
const Caches& caches();

} // namespace lz
