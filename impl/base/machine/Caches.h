// The sizes of the caches of this machine. Block sizes and the choice of stores depend on them.
// Results do not.
#pragma once

#include <cstdint>

namespace lz {

struct Caches {
  int64_t second; // the cache of one core
  int64_t last;   // shared by all cores; if there is no such cache: second * cores
  int64_t cores;  // the number of cores of the machine
};

// Returns the sizes that the system reports. If it reports none, assumes 1 MiB per core and no
// shared cache.
const Caches& caches();

} // namespace lz
