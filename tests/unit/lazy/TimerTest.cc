#include "lazy/watch/Timer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

namespace lz::lazy {
namespace {

TEST(Timer, NothingIsZero) {
  Timer timer;
  const Timer::Summary s = timer.summary();
  EXPECT_EQ(s.count, 0);
  EXPECT_EQ(s.leastNs, 0);
  EXPECT_EQ(s.mostNs, 0);
  EXPECT_EQ(s.p99Ns, 0);
}

TEST(Timer, ShortOnesAreExact) {
  Timer timer;
  for (int ns = 1; ns <= 10; ++ns)
    timer.add(ns);
  const Timer::Summary s = timer.summary();
  EXPECT_EQ(s.count, 10);
  EXPECT_EQ(s.totalNs, 55);
  EXPECT_EQ(s.leastNs, 1);
  EXPECT_EQ(s.medianNs, 5);
  EXPECT_EQ(s.p90Ns, 9);
  EXPECT_EQ(s.p99Ns, 10);
  EXPECT_EQ(s.mostNs, 10);
}

TEST(Timer, OneIsAllPercentiles) {
  for (const int64_t ns : {int64_t(0), int64_t(15), int64_t(16), int64_t(31), int64_t(32),
                           int64_t(1000), int64_t(1) << 40, INT64_MAX}) {
    Timer timer;
    timer.add(ns);
    const Timer::Summary s = timer.summary();
    EXPECT_EQ(s.leastNs, ns);
    EXPECT_EQ(s.medianNs, ns);
    EXPECT_EQ(s.p99Ns, ns);
    EXPECT_EQ(s.mostNs, ns);
  }
}

TEST(Timer, PercentilesAreAtMostASixteenthTooLong) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    Timer timer;
    std::vector<int64_t> all(1 + random() % 500);
    for (int64_t& ns : all)
      timer.add(ns = int64_t(random() >> (1 + random() % 62)));
    std::ranges::sort(all);
    const Timer::Summary s = timer.summary();
    const auto expect = [&](int percent, int64_t got) {
      const int64_t right = all[(all.size() * size_t(percent) + 99) / 100 - 1];
      EXPECT_GE(got, right) << percent << " % of " << all.size();
      EXPECT_LE(double(got), double(right) * 17 / 16) << percent << " % of " << all.size();
    };
    expect(50, s.medianNs);
    expect(90, s.p90Ns);
    expect(99, s.p99Ns);
    EXPECT_EQ(s.leastNs, all.front());
    EXPECT_EQ(s.mostNs, all.back());
  }
}

TEST(Timer, ThreadsAddAtOnceAndAResetForgets) {
  Timer timer;
  std::vector<std::thread> threads;
  for (int t = 1; t <= 4; ++t)
    threads.emplace_back([&timer, t] {
      for (int i = 0; i < 10000; ++i)
        timer.add(t);
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(timer.summary().count, 40000);
  EXPECT_EQ(timer.totalNs(), 100000);
  EXPECT_EQ(timer.summary().leastNs, 1);
  EXPECT_EQ(timer.summary().mostNs, 4);
  timer.reset();
  EXPECT_EQ(timer.summary().count, 0);
  timer.add(7);
  EXPECT_EQ(timer.summary().leastNs, 7);
}

} // namespace
} // namespace lz::lazy
