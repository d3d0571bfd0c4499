#include "base/machine/Caches.h"

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

TEST(Caches, AreWhatTheSystemSays) {
  long second = sysconf(_SC_LEVEL2_CACHE_SIZE), last = sysconf(_SC_LEVEL3_CACHE_SIZE);
  EXPECT_EQ(caches().second, second > 0 ? second : 1 << 20);
  EXPECT_EQ(caches().last, last > 0 ? last : caches().cores * caches().second);
}

} // namespace
} // namespace lz
