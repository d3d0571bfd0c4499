#include "base/machine/Caches.h"

#include "base/machine/CacheSets.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace lz {
namespace {

TEST(Caches, AreOfAPossibleSize) {
  const Caches& found = caches();
  EXPECT_GE(found.cores, 1);
  EXPECT_GE(found.second, 16 << 10);
  EXPECT_GE(found.last, found.second);
  EXPECT_EQ(&found, &caches());
}

// Returns the size of a cache of the first CPU, as the system lists it. It may be less than the
// size from the C library, and may exist where the C library has no size.
int64_t listed(int index) {
  int64_t kib = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size") >>
      kib;
  return kib << 10;
}

// On x86-64, caches 0 and 1 are of level 1, cache 2 is of level 2, and cache 3 is the shared cache.
TEST(Caches, AreThoseThatTheSystemLists) {
  const long second = sysconf(_SC_LEVEL2_CACHE_SIZE), last = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const int64_t saidSecond = second > 0 ? second : 1 << 20,
                saidLast = last > 0 ? last : caches().cores * caches().second;
  EXPECT_EQ(caches().second, listed(2) > 0 ? listed(2) : saidSecond);
  EXPECT_EQ(caches().last, listed(3) > 0 ? listed(3) : saidLast);
}

TEST(CacheSets, LinesThatAreAWayApartShareASet) {
  constexpr int64_t kAll = 8192;
  EXPECT_EQ(linesHeld(64 << 10), 8);
  EXPECT_EQ(linesHeld(8 << 10), 64);
  EXPECT_EQ(linesHeld(9 << 10), 512);
  EXPECT_EQ(linesHeld(2 << 10), 256);
  // Strides of an odd number of lines, or of less than a line, reach all sets.
  for (int64_t bytes : {64, 129 * 64, 4000, 4, 1})
    EXPECT_EQ(linesHeld(bytes), kAll) << bytes;
  EXPECT_EQ(linesHeld(0), 8);
}

} // namespace
} // namespace lz
