#include "base/machine/Caches.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace lz {
namespace {

constexpr int64_t kUnknownSecond = 1 << 20;

Caches findCaches() {
  auto known = [](long bytes, int64_t guess) { return bytes > 0 ? int64_t(bytes) : guess; };
  Caches found;
  found.cores = std::max(1u, std::thread::hardware_concurrency());
  found.second = known(sysconf(_SC_LEVEL2_CACHE_SIZE), kUnknownSecond);
  found.last = known(sysconf(_SC_LEVEL3_CACHE_SIZE), found.cores * found.second);
  return found;
}

} // namespace

const Caches& caches() {
  static const Caches found = findCaches();
  return found;
}

} // namespace lz
