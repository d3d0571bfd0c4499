#include "memory/PlaceBuffers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
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

// Values that live at the same time do not overlap, and the arena is between the peak and the sum.
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

// Every value has the lowest place that the values placed before it leave free.
TEST(PlaceBuffers, EveryPlaceIsTheLowest) {
  std::mt19937 rng(12);
  for (int round = 0; round < 200; ++round) {
    std::vector<Lifetime> lives;
    for (size_t i = 0; i < 1 + rng() % 60; ++i) {
      int64_t first = rng() % 30;
      lives.push_back({int64_t(64 * (rng() % 5)), first, first + int64_t(rng() % 20)});
    }
    auto isBefore = [&](size_t a, size_t b) {
      return std::pair(-lives[a].bytes, a) < std::pair(-lives[b].bytes, b);
    };
    std::vector<size_t> order(lives.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(), isBefore);
    Placement p = placeInOrder(lives, order);
    EXPECT_LE(placeBuffers(lives).arenaBytes, p.arenaBytes);
    for (size_t i = 0; i < lives.size(); ++i)
      for (int64_t lower = 0; lower < p.offsets[i]; lower += 64) {
        bool isFree = true;
        for (size_t j = 0; j < lives.size(); ++j)
          isFree &= !isBefore(j, i) || lives[j].last < lives[i].first ||
                    lives[i].last < lives[j].first || p.offsets[j] >= lower + lives[i].bytes ||
                    p.offsets[j] + lives[j].bytes <= lower;
        ASSERT_FALSE(isFree) << i << " at " << p.offsets[i] << ", free at " << lower;
      }
  }
}

// With the largest buffers first, the third buffer would not fit between the first and the second.
TEST(PlaceBuffers, OtherOrdersLeaveNoGap) {
  std::vector<Lifetime> lives = {{448, 1, 1}, {256, 1, 2}, {256, 2, 3}, {320, 3, 3}};
  std::vector<size_t> largestFirst = {0, 3, 1, 2};
  EXPECT_EQ(placeInOrder(lives, largestFirst).arenaBytes, 960);
  Placement p = placeBuffers(lives);
  expectDisjoint(lives, p);
  EXPECT_EQ(p.arenaBytes, 704);
  EXPECT_EQ(p.peakBytes, 704);
}

} // namespace
} // namespace lz::memory
