#include "base/machine/Caches.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace lz {
namespace {

constexpr int64_t kUnknownSecond = 1 << 20;

// Returns the size in bytes of the cache of this level that the first CPU uses. Returns 0 if the
// system lists no such cache.
int64_t listedBytes(int level) {
  for (int index = 0;; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    int found = 0;
    int64_t kib = 0;
    std::string type;
    std::ifstream(folder + "level") >> found;
    std::ifstream(folder + "type") >> type;
    std::ifstream(folder + "size") >> kib; // "32768K"
    if (found == 0)
      return 0;
    if (found == level && type != "Instruction")
      return kib << 10;
  }
}

Caches findCaches() {
  // The size from the C library is only used if the system lists no cache. It may be the sum over
  // all cores: 384 MB in a virtual machine with two cores of a Zen 5, which share 32 MB.
  auto known = [](int level, long bytes, int64_t guess) {
    if (const int64_t listed = listedBytes(level); listed > 0)
      return listed;
    return bytes > 0 ? int64_t(bytes) : guess;
  };
  Caches found;
  found.cores = std::max(1u, std::thread::hardware_concurrency());
  found.second = known(2, sysconf(_SC_LEVEL2_CACHE_SIZE), kUnknownSecond);
  found.last = known(3, sysconf(_SC_LEVEL3_CACHE_SIZE), found.cores * found.second);
  return found;
}

} // namespace

const Caches& caches() {
  static const Caches found = findCaches();
  return found;
}

} // namespace lz
