#include "base/machine/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lz {
namespace {

constexpr double kLong = 1e6; // ns per unit, so every unit is worth a thread

class ThreadPoolSizes : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolSizes, testing::Values(1, 2, 5));

TEST_P(ThreadPoolSizes, CoversEveryUnitOnce) {
  ThreadPool pool(GetParam());
  for (int64_t units : {0, 1, 2, 7, 1000, 12345}) {
    std::vector<int> hits(size_t(units), 0);
    pool.parallelFor(units, kLong, [&](int64_t lo, int64_t hi, int) {
      for (int64_t i = lo; i < hi; ++i)
        ++hits[size_t(i)];
    });
    EXPECT_EQ(std::accumulate(hits.begin(), hits.end(), int64_t(0)), units);
    EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int h) { return h == 1; }));
  }
}

TEST_P(ThreadPoolSizes, WorkersAreDistinctAndInRange) {
  ThreadPool pool(GetParam());
  size_t threads = size_t(GetParam());
  std::vector<std::atomic<int>> busy(threads);
  std::atomic<bool> clash{false};
  pool.parallelFor(500, kLong, [&](int64_t, int64_t, int worker) {
    ASSERT_LT(worker, GetParam());
    if (busy[size_t(worker)].fetch_add(1) != 0)
      clash = true;
    std::this_thread::yield();
    busy[size_t(worker)].fetch_sub(1);
  });
  EXPECT_FALSE(clash);
}

TEST_P(ThreadPoolSizes, EachUnitRunsOnceInAscendingOrder) {
  ThreadPool pool(GetParam());
  for (int64_t units : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> seen(static_cast<size_t>(units));
    std::vector<int64_t> last(static_cast<size_t>(GetParam()), -1);
    pool.parallelEach(units, 1e9, [&](int64_t unit, int worker) {
      ASSERT_LT(worker, GetParam());
      EXPECT_LT(last[size_t(worker)], unit);
      last[size_t(worker)] = unit;
      seen[size_t(unit)]++;
    });
    for (const std::atomic<int>& count : seen)
      EXPECT_EQ(count, 1);
  }
}

// If the loop did not end early, it would take years.
TEST_P(ThreadPoolSizes, WhatAnyWorkerThrowsReachesTheCallerAndEndsTheLoop) {
  ThreadPool pool(GetParam());
  for (int thrower = 0; thrower < GetParam(); ++thrower) {
    std::atomic<bool> thrown{false};
    auto unit = [&](int worker) {
      if (worker == thrower) {
        thrown = true;
        throw std::bad_alloc();
      }
      while (!thrown)
        std::this_thread::yield();
    };
    constexpr int64_t kUnits = int64_t(1) << 50;
    EXPECT_THROW(pool.parallelEach(kUnits, 1e18, [&](int64_t, int worker) { unit(worker); }),
                 std::bad_alloc);
    thrown = false;
    EXPECT_THROW(
        pool.parallelFor(kUnits, kLong, [&](int64_t, int64_t, int worker) { unit(worker); }),
        std::bad_alloc);
    std::atomic<int64_t> sum{0};
    pool.parallelFor(1000, kLong, [&](int64_t lo, int64_t hi, int) { sum += hi - lo; });
    EXPECT_EQ(sum, 1000);
  }
}

TEST_P(ThreadPoolSizes, OfManyExceptionsOneReachesTheCaller) {
  ThreadPool pool(GetParam());
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> arrived{0};
    auto throwTogether = [&](int64_t, int) {
      ++arrived;
      while (arrived < GetParam())
        std::this_thread::yield();
      throw std::runtime_error("no");
    };
    EXPECT_THROW(pool.parallelEach(GetParam(), 1e9, throwTogether), std::runtime_error);
  }
}

TEST(ThreadPool, CallersOfOtherLoopsSeeNothingOfAnException) {
  ThreadPool pool(3);
  std::atomic<int> failed{0};
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&, c] {
      for (int round = 0; round < 100; ++round)
        try {
          pool.parallelFor(64, kLong, [&](int64_t lo, int64_t hi, int) {
            if (c == 0)
              throw std::bad_alloc();
            sum += hi - lo;
          });
        } catch (const std::bad_alloc&) {
          ++failed;
        }
    });
  for (std::thread& caller : callers)
    caller.join();
  EXPECT_EQ(failed, 100);
  EXPECT_EQ(sum, 3 * 100 * 64);
}

TEST(ThreadPool, FewUnitsAreSharedOneByOne) {
  ThreadPool pool(2);
  // Each unit waits for the other one, so one thread must not run both.
  std::atomic<int> arrived{0};
  pool.parallelEach(2, 1e9, [&](int64_t, int) {
    ++arrived;
    while (arrived < 2)
      std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 2);
}

TEST(ThreadPool, MaxWorkersBoundsTheWorkerIndex) {
  ThreadPool pool(5);
  std::atomic<int> most{0};
  for (int round = 0; round < 50; ++round)
    pool.parallelFor(
        100, kLong,
        [&](int64_t, int64_t, int worker) {
          int seen = most.load();
          while (worker > seen && !most.compare_exchange_weak(seen, worker)) {
          }
        },
        2);
  EXPECT_LE(most, 1);
}

TEST(ThreadPool, SmallWorkRunsInlineAsOneRange) {
  ThreadPool pool(4);
  int calls = 0;
  std::thread::id caller = std::this_thread::get_id();
  pool.parallelFor(100, 1.0, [&](int64_t lo, int64_t hi, int worker) {
    ++calls;
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(hi - lo, 100);
    EXPECT_EQ(worker, 0);
  });
  EXPECT_EQ(calls, 1);
}

TEST(ThreadPool, NestedLoopsRunInline) {
  ThreadPool pool(3);
  std::atomic<int64_t> sum{0};
  pool.parallelFor(10, kLong, [&](int64_t lo, int64_t hi, int) {
    for (int64_t i = lo; i < hi; ++i)
      pool.parallelFor(10, kLong, [&](int64_t innerLo, int64_t innerHi, int worker) {
        EXPECT_EQ(worker, 0);
        sum += innerHi - innerLo;
      });
  });
  EXPECT_EQ(sum, 100);
}

TEST(ThreadPool, ManyCallersAtOnce) {
  ThreadPool pool(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 6; ++c)
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round)
        pool.parallelFor(64, kLong, [&](int64_t lo, int64_t hi, int) { sum += hi - lo; });
    });
  for (std::thread& caller : callers)
    caller.join();
  EXPECT_EQ(sum, 6 * 100 * 64);
}

TEST(ThreadPool, HelpersWakeAgainAfterParking) {
  ThreadPool pool(2);
  for (int round = 0; round < 5; ++round) {
    std::atomic<int64_t> sum{0};
    pool.parallelFor(32, kLong, [&](int64_t lo, int64_t hi, int) { sum += hi - lo; });
    EXPECT_EQ(sum, 32);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST(ThreadPool, ZeroMeansOneThreadACore) {
  EXPECT_GE(ThreadPool(0).threads(), 1);
}

} // namespace
} // namespace lz
