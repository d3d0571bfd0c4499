#include "base/machine/Caches.h"

#include "base/machine/CacheSets.h"

#include <gtest/gtest.h>
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

// A C library that knows of more counts what other cores have.
TEST(Caches, AreNoMoreThanTheSystemSays) {
  const long second = sysconf(_SC_LEVEL2_CACHE_SIZE), last = sysconf(_SC_LEVEL3_CACHE_SIZE);
  EXPECT_LE(caches().second, second > 0 ? second : 1 << 20);
  EXPECT_LE(caches().last, last > 0 ? last : caches().cores * caches().second);
}

TEST(CacheSets, LinesThatAreAWayApartShareASet) {
  constexpr int64_t kAll = 8192;
  EXPECT_EQ(linesHeld(64 << 10), 8);
  EXPECT_EQ(linesHeld(8 << 10), 64);
  EXPECT_EQ(linesHeld(9 << 10), 512);
  EXPECT_EQ(linesHeld(2 << 10), 256);
  // An odd number of lines, or less than a line.
  for (int64_t bytes : {64, 129 * 64, 4000, 4, 1})
    EXPECT_EQ(linesHeld(bytes), kAll) << bytes;
  EXPECT_EQ(linesHeld(0), 8);
}

} // namespace
} // namespace lz
