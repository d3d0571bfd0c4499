// Many threads on one context. Runs under TSan.
#include "GradientTesting.h"

#include <latch>
#include <set>

namespace lz::test {
namespace {

TEST(Threads, RecordSideBySideAndShareATensor) {
  Session s;
  Tensor shared = s.input({1, 2});
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> results(4);
  for (size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t] {
      Tensor x = s.input({float(t), float(t)});
      for (int i = 0; i < 200; ++i) {
        x = s.add(x, shared);
        if (i % 50 == 0)
          EXPECT_TRUE(s.barrier(i % 100 == 0).ok());
      }
      results[t] = s.read(x);
    });
  for (std::thread& thread : threads)
    thread.join();
  for (size_t t = 0; t < results.size(); ++t)
    EXPECT_EQ(results[t], (std::vector<float>{float(t) + 200, float(t) + 400}));
}

// 100 threads at a time have different numbers, and later threads reuse these numbers.
TEST(Threads, EachHasANumberOfItsOwn) {
  constexpr size_t kThreads = 100;
  Session s;
  Tensor x = s.input({1, 2});
  for (int round = 0; round < 2; ++round) {
    std::latch recorded(kThreads);
    std::vector<std::thread> threads;
    std::vector<int> numbers(kThreads);
    for (size_t t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        Tensor y = s.add(x, x);
        numbers[t] = y->owner->thread;
        recorded.arrive_and_wait();
      });
    for (std::thread& thread : threads)
      thread.join();
    const std::set<int> distinct(numbers.begin(), numbers.end());
    EXPECT_EQ(distinct.size(), kThreads);
    EXPECT_LE(*distinct.rbegin(), int(kThreads) + 8); // other threads of this process record too
  }
}

TEST(Threads, ABarrierTakesWhatOthersRecorded) {
  Session s;
  Tensor x = s.input({1, 2}), y;
  std::thread([&] { y = s.add(x, x); }).join();
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_FALSE(s.graph->isPending(*y));
}

TEST(Threads, TwoThreadsThatNeedOneProgramCompileItOnce) {
  Session s;
  s.compiler->compileDelay = std::chrono::milliseconds(50);
  auto work = [&] {
    Tensor x = s.input({1, 2});
    EXPECT_EQ(s.read(s.multiply(x, x)), (std::vector<float>{1, 4}));
  };
  std::thread a(work), b(work);
  a.join(), b.join();
  EXPECT_EQ(s.counters().compiles, 1);
}

TEST(Threads, HandlesMayBeReleasedAnywhereAndAfterTheSession) {
  Tensor kept;
  {
    Session s;
    Tensor x = s.input({1, 2});
    kept = s.add(x, x);
    std::thread([x = std::move(x)]() mutable { x.reset(); }).join();
  }
  kept.reset();
}

// While another thread makes barriers, each gradient is right or refused.
TEST(Threads, GradientsBesideBarriers) {
  Session s;
  std::atomic<bool> stop{false};
  std::atomic<int> right{0};
  std::thread barriers([&] {
    while (!stop)
      EXPECT_TRUE(s.barrier().ok());
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300 || (right == 0 && i < 100'000); ++i) {
        Tensor w = s.input({3}), h = s.multiply(w, w);
        if (i % 4 == t)
          s.read(h);
        Tensor loss = s.add(s.multiply(h, h), w);
        auto g = tryGradients(s, {loss.get()}, {}, {w.get()});
        if (!g.ok()) {
          EXPECT_EQ(g.status().code(), absl::StatusCode::kFailedPrecondition) << g.status();
          continue;
        }
        ++right;
        h.reset(), loss.reset();
        EXPECT_EQ(s.read((*g)[0]), std::vector<float>{109});
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  stop = true;
  barriers.join();
  EXPECT_GT(right, 0);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.graph->liveTensors(), 0);
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_EQ(s.graph->history().size(), 0);
}

// While a barrier decides whether a leaf may be donated, the leaf gets another user and loses its
// handle. The user must still be able to read the leaf.
TEST(Threads, ALeafThatAnotherThreadUsesIsNotTakenOver) {
  Session s;
  std::atomic<bool> stop{false};
  std::thread barriers([&] {
    while (!stop)
      EXPECT_TRUE(s.barrier().ok());
  });
  for (int i = 0; i < 3000; ++i) {
    Tensor x = s.input({3});
    Tensor first = s.add(x, x), second = s.multiply(x, x);
    x.reset();
    ASSERT_EQ(s.read(first), std::vector<float>{6});
    ASSERT_EQ(s.read(second), std::vector<float>{9});
  }
  stop = true;
  barriers.join();
}

TEST(Threads, ManyStepsLeaveNothingBehind) {
  Session s;
  Tensor w = s.input({1, 2});
  for (int step = 0; step < 10'000; ++step) {
    w = s.multiply(w, s.constant(1, {2}));
    ASSERT_TRUE(s.barrier().ok());
  }
  EXPECT_EQ(s.counters().compiles, 1);
  EXPECT_EQ(s.graph->liveTensors(), 1);
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_LE(s.graph->device().allocator()->liveBytes(), 128);
}

} // namespace
} // namespace lz::test
