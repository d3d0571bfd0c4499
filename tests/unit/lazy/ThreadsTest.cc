// Many threads on one context. Runs under TSan.
#include "LazyTest.h"

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
