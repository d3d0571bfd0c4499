// Tests which work waits for which other work. A run waits only for the runs that make its inputs,
// and for its own compilation. Runs under TSan.
#include "LazyTest.h"

#include <future>

namespace lz::test {
namespace {

// A session whose compiler waits at every program with a multiplication until letGo().
class Gated : public Session {
public:
  Gated() {
    compiler->refuse = [this](const Program& program) {
      bool waits = std::any_of(program.body.ops.begin(), program.body.ops.end(),
                               [](const Op& op) { return op.opcode == Opcode::Multiply; });
      if (!waits)
        return okStatus();
      started_.count_down_once();
      opened_.wait();
      return verdict;
    };
  }
  // Evaluates `y` on a new thread. Returns when the compilation has begun.
  std::thread evaluateBeside(const Tensor& y) {
    std::thread thread([this, y] {
      Result* results[] = {y.get()};
      graph->evaluate(results, {.wait = true}).status().IgnoreError();
    });
    started_.wait();
    return thread;
  }
  void letGo() { open_.set_value(); }

  Status verdict = okStatus();

private:
  struct Once {
    std::atomic<bool> done{false};
    void count_down_once() { done = true, done.notify_all(); }
    void wait() const { done.wait(false); }
  };
  Once started_;
  std::promise<void> open_;
  std::shared_future<void> opened_ = open_.get_future();
};

bool isReady(const Tensor& x) {
  return x->data.load()->event()->isReady();
}

TEST(Order, ACompilationHoldsUpNobodyElse) {
  Gated s;
  Tensor x = s.input({1, 2}), slow = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(slow);
  Tensor y = s.input({3, 4});
  for (int step = 0; step < 10; ++step) {
    y = s.add(y, y);
    ASSERT_TRUE(s.barrier().ok());
  }
  EXPECT_EQ(s.read(y), (std::vector<float>{3 * 1024, 4 * 1024}));
  EXPECT_EQ(s.read(s.add(x, x)), (std::vector<float>{2, 4}));
  EXPECT_FALSE(isReady(slow)); // the event exists and has not happened
  s.letGo();
  beside.join();
  EXPECT_EQ(s.read(slow), (std::vector<float>{1, 4}));
}

TEST(Order, AnExecutableRunsBesideACompilation) {
  Gated s;
  Tensor x = s.input({1, 2}), warm = s.add(x, x);
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  lazy::ExecutableRef executable = *result->segments[0].program->executable();
  Tensor slow = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(slow);
  auto nodes = s.graph->run(executable, {*s.graph->valueOf(*x, true)}, {}, {0}, /*wait=*/true);
  ASSERT_TRUE(nodes.ok()) << nodes.status();
  EXPECT_EQ(s.read(Tensor(&(*nodes)[0]->result(0))), (std::vector<float>{2, 4}));
  EXPECT_FALSE(isReady(slow));
  s.letGo();
  beside.join();
}

// A cut of 30,000 ops takes milliseconds. This test delays its end until the runs of the executable
// have ended.
TEST(Order, AnExecutableRunsBesideACut) {
  Session s;
  Tensor x = s.input({1, 2}), warm = s.add(x, x);
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  lazy::ExecutableRef executable = *result->segments[0].program->executable();
  std::promise<void> done;
  std::thread runs;
  {
    std::lock_guard cut(s.graph->cutMutex());
    runs = std::thread([&] {
      Tensor y = x;
      for (int step = 0; step < 3; ++step) {
        Result* sources[] = {y.get()};
        auto nodes = s.graph->run(executable, {*s.graph->valueOf(*y, true)}, sources, {0}, true);
        ASSERT_TRUE(nodes.ok()) << nodes.status();
        y = Tensor(&(*nodes)[0]->result(0));
      }
      done.set_value();
      EXPECT_EQ(s.read(y), (std::vector<float>{8, 16}));
    });
    EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  }
  runs.join();
}

TEST(Order, WhatDependsOnACompilationFollowsIt) {
  Gated s;
  Tensor x = s.input({1, 2}), slow = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(slow);
  Tensor y = s.add(slow, x);
  ASSERT_TRUE(s.barrier(/*wait=*/false).ok()); // returns while the producer compiles
  Tensor z = s.add(y, slow);
  ASSERT_TRUE(s.barrier(/*wait=*/false).ok());
  EXPECT_FALSE(isReady(y));
  EXPECT_EQ(s.read(s.add(x, x)), (std::vector<float>{2, 4}));
  s.letGo();
  EXPECT_EQ(s.read(z), (std::vector<float>{3, 10}));
  EXPECT_EQ(s.read(y), (std::vector<float>{2, 6}));
  beside.join();
}

// An empty barrier waits for all work that was cut before, even if it is not compiled yet.
TEST(Order, ABarrierWithoutWorkWaitsForWhatIsInFlight) {
  Gated s;
  Tensor x = s.input({1, 2}), slow = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(slow);
  Tensor y = s.add(slow, x);
  ASSERT_TRUE(s.barrier(/*wait=*/false).ok());
  auto empty = s.graph->barrier({.needEvent = true});
  ASSERT_TRUE(empty.ok());
  EXPECT_FALSE(empty->event->isReady());
  s.letGo();
  EXPECT_TRUE(empty->event->wait().ok());
  EXPECT_TRUE(isReady(y));
  beside.join();
}

TEST(Order, OfAFailedCompilationOnlyFollowersFail) {
  Gated s;
  s.verdict = unimplemented("[multiply] no");
  Tensor x = s.input({1, 2}), slow = s.multiply(x, x, 7);
  std::thread beside = s.evaluateBeside(slow);
  Tensor y = s.add(slow, x);
  ASSERT_TRUE(s.barrier(/*wait=*/false).ok());
  Tensor other = s.add(x, x);
  EXPECT_EQ(s.read(other), (std::vector<float>{2, 4}));
  s.letGo();
  Status status = s.graph->valueOf(*y, true).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(locationOf(status), "test.c:7");
  beside.join();
}

// The program of an earlier cut, which is still being compiled, reads d. A later program, which is
// compiled already, may take over d, and works on a copy instead of waiting.
TEST(Order, WhatAnEarlierCutReadsIsCopiedRatherThanWaitedFor) {
  Gated s;
  Tensor d = s.input({5, 6}), one = s.input({1, 1});
  Tensor slow = s.multiply(d, d);
  std::thread beside = s.evaluateBeside(slow);
  d->donated = true;
  Tensor e = s.add(d, one);
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(s.read(e), (std::vector<float>{6, 7}));
  EXPECT_EQ(s.graph->valueOf(*d, true).status().code(), absl::StatusCode::kFailedPrecondition);
  s.letGo();
  EXPECT_EQ(s.read(slow), (std::vector<float>{25, 36}));
  beside.join();
  // The last reader freed d; one, slow and e remain.
  EXPECT_EQ(s.graph->device().allocator()->liveBytes(), 3 * 64);
}

TEST(Order, ThousandsOfRunsMayHangOnOneCompilation) {
  Gated s;
  Tensor x = s.input({1}), y = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(y);
  for (int step = 0; step < 20'000; ++step) {
    y = s.add(y, x);
    ASSERT_TRUE(s.barrier(/*wait=*/false).ok());
  }
  s.letGo();
  EXPECT_EQ(s.read(y), std::vector<float>{20'001});
  beside.join();
}

TEST(Order, ShutdownEndsWhatHangsOnACompilation) {
  Gated s;
  Tensor x = s.input({1}), slow = s.multiply(x, x);
  std::thread beside = s.evaluateBeside(slow);
  Tensor y = s.add(slow, x);
  ASSERT_TRUE(s.barrier(/*wait=*/false).ok());
  runtime::EventRef event = y->data.load()->event();
  s.graph->device().shutdown();
  s.letGo();
  EXPECT_FALSE(event->wait().ok());
  beside.join();
}

} // namespace
} // namespace lz::test
