#include "memory/PlaceBuffers.h"

#include <gtest/gtest.h>
#include <random>

namespace lz::memory {
namespace {

void expectDisjoint(const std::vector<Lifetime>& lives, const Placement& p) {
  for (size_t i = 0; i < lives.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      bool together = lives[i].first <= lives[j].last && lives[j].first <= lives[i].last;
      bool apart = p.offsets[i] + lives[i].bytes <= p.offsets[j] ||
                   p.offsets[j] + lives[j].bytes <= p.offsets[i];
      ASSERT_TRUE(!together || apart || lives[i].bytes == 0 || lives[j].bytes == 0);
    }
}

TEST(PlaceBuffers, ReusesDeadBytes) {
  Placement p = placeBuffers({{100, 0, 1}, {100, 1, 2}, {100, 2, 3}});
  EXPECT_EQ(p.arenaBytes, 256);
  EXPECT_EQ(p.offsets[0], p.offsets[2]);
  EXPECT_EQ(p.peakBytes, 256);
}

TEST(PlaceBuffers, EmptyProgram) {
  EXPECT_EQ(placeBuffers({}).arenaBytes, 0);
  EXPECT_EQ(placeBuffers({{0, 0, 5}}).arenaBytes, 0);
}

// Law: what lives together lies apart, and the arena is between the peak and the sum.
TEST(PlaceBuffers, RandomLifetimes) {
  std::mt19937 rng(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<Lifetime> lives;
    int64_t sum = 0;
    for (size_t i = 0; i < 1 + rng() % 40; ++i) {
      int64_t first = rng() % 30;
      lives.push_back({int64_t(rng() % 5000), first, first + int64_t(rng() % 10)});
      sum += (lives.back().bytes + 63) / 64 * 64;
    }
    Placement p = placeBuffers(lives);
    expectDisjoint(lives, p);
    EXPECT_LE(p.peakBytes, p.arenaBytes);
    EXPECT_LE(p.arenaBytes, sum);
    for (int64_t offset : p.offsets)
      EXPECT_EQ(offset % 64, 0);
  }
}

} // namespace
} // namespace lz::memory
