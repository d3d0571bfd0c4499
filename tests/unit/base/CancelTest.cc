#include "base/Cancel.h"

#include "base/machine/ThreadPool.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace lz {
namespace {

constexpr int64_t kUnits = int64_t(1) << 40;

class CancelledLoops : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, CancelledLoops, testing::Values(1, 2, 5));

// Each unit of the loop takes a microsecond, and all of them would take twelve days.
TEST_P(CancelledLoops, EndBetweenPiecesOnEveryThread) {
  ThreadPool pool(GetParam());
  CancelFlag flag{false};
  std::atomic<int64_t> done{0};
  std::thread canceller([&] {
    while (done.load() < 10)
      std::this_thread::yield();
    flag = true;
  });
  {
    CancelScope scope(&flag);
    pool.parallelFor(kUnits, 1e3, [&](int64_t lo, int64_t hi, int) {
      EXPECT_LE(hi - lo, int64_t(ThreadPool::kPieceNs / 1e3) + 1);
      ++done;
    });
    EXPECT_TRUE(isCancelled());
  }
  canceller.join();
  EXPECT_LT(done, kUnits / 1000);
  EXPECT_FALSE(isCancelled());
}

TEST_P(CancelledLoops, DoNotBegin) {
  ThreadPool pool(GetParam());
  CancelFlag flag{true};
  CancelScope scope(&flag);
  auto never = [](auto...) { ADD_FAILURE(); };
  pool.parallelFor(10, 1, never);
  pool.parallelFor(10, 1e6, never);
  pool.parallelEach(10, 10, never);
  pool.parallelEach(10, 1e9, never);
}

TEST_P(CancelledLoops, InsideALoopEndToo) {
  ThreadPool pool(GetParam());
  CancelFlag flag{false};
  CancelScope scope(&flag);
  std::atomic<int64_t> inner{0};
  pool.parallelFor(1000, 1e6, [&](int64_t, int64_t, int) {
    pool.parallelEach(1000, 1e9, [&](int64_t, int) {
      if (++inner == 100)
        flag = true;
    });
  });
  EXPECT_LT(inner, 100 + 1000); // each inner loop in flight ends before its next unit
}

TEST_P(CancelledLoops, OfOthersGoOn) {
  ThreadPool pool(GetParam());
  CancelFlag flag{true};
  std::atomic<int64_t> units{0};
  std::thread other([&] {
    CancelScope scope(&flag);
    for (int i = 0; i < 100; ++i)
      pool.parallelFor(100, 1e6, [](auto...) { ADD_FAILURE(); });
  });
  for (int i = 0; i < 100; ++i)
    pool.parallelFor(100, 1e6, [&](int64_t lo, int64_t hi, int) { units += hi - lo; });
  other.join();
  EXPECT_EQ(units, 100 * 100);
}

// One thread must run the pieces of a range in order, because kernels that accumulate rely on it.
TEST(CancelScope, LongLoopsOfOneWorkerComeInPiecesInOrder) {
  ThreadPool pool(4);
  int64_t next = 0, pieces = 0;
  pool.parallelFor(
      1000, 1e5,
      [&](int64_t lo, int64_t hi, int) {
        EXPECT_EQ(lo, next);
        next = hi, ++pieces;
      },
      /*maxWorkers=*/1);
  EXPECT_EQ(next, 1000);
  EXPECT_GT(pieces, 50);
}

TEST(CancelScope, Nests) {
  CancelFlag outer{true}, inner{false};
  CancelScope a(&outer);
  EXPECT_TRUE(isCancelled());
  {
    CancelScope b(&inner);
    EXPECT_FALSE(isCancelled());
    {
      CancelScope c(nullptr);
      EXPECT_FALSE(isCancelled());
    }
  }
  EXPECT_TRUE(isCancelled());
}

} // namespace
} // namespace lz
