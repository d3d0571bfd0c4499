// Tests barriers and reads: which tensors they compute, when, and which calls return errors.
#include "LazyTest.h"

#include <atomic>

namespace lz::test {
namespace {

using std::chrono::milliseconds;

double secondsOf(const std::function<void()>& action) {
  auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Barrier, ReturnsBeforeTheWorkEndsUnlessAskedToWait) {
  Session s;
  s.compiler->runDelay = milliseconds(200);
  Tensor x = s.input({1, 2});
  Tensor y = s.add(x, x);
  EXPECT_LT(secondsOf([&] { EXPECT_TRUE(s.barrier(false).ok()); }), 0.1);
  EXPECT_FALSE(s.graph->isPending(*y));
  EXPECT_GT(secondsOf([&] { EXPECT_EQ(s.read(y), (std::vector<float>{2, 4})); }), 0.05);
}

TEST(Barrier, RecordingOverlapsExecution) {
  Session s;
  s.compiler->runDelay = milliseconds(100);
  Tensor x = s.input({1});
  double total = secondsOf([&] {
    for (int step = 0; step < 4; ++step) {
      x = s.add(x, x);
      EXPECT_TRUE(s.barrier(false).ok());
      std::this_thread::sleep_for(milliseconds(60)); // the caller's own work
    }
    EXPECT_EQ(s.read(x), std::vector<float>{16});
  });
  EXPECT_LT(total, 0.58); // 0.64 if work and runs did not overlap
}

TEST(Barrier, OutputsAreTheValuesWithAHandle) {
  Session s;
  Tensor x = s.input({1, 2});
  Tensor w = s.add(x, x);
  Tensor y = s.multiply(s.add(x, x), w); // x + x has no handle
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->ops, 3);
  EXPECT_EQ(result->outputs, 2);
  EXPECT_EQ(result->inputs, 1);
  EXPECT_EQ(s.compiler->programs()[0].body.results.size(), 2u);
}

TEST(Barrier, DeadTensorsAreNotComputed) {
  Session s;
  Tensor x = s.input({1, 2});
  s.add(x, x).reset();
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.counters().executions, 0);
}

TEST(Barrier, NothingPendingRunsNothingButWaits) {
  Session s;
  s.compiler->runDelay = milliseconds(100);
  Tensor x = s.input({1, 2});
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier(false).ok());
  ASSERT_TRUE(s.barrier(true).ok());
  EXPECT_EQ(s.counters().executions, 1);
}

TEST(Read, ComputesWhatItNeedsAndLiveValuesOnTheWay) {
  Session s;
  Tensor x = s.input({3});
  Tensor a = s.add(x, x);
  Tensor y = s.multiply(a, x);
  Tensor z = s.add(y, x); // not needed for y
  EXPECT_EQ(s.read(y), std::vector<float>{18});
  EXPECT_FALSE(s.graph->isPending(*a));
  EXPECT_TRUE(s.graph->isPending(*z));
  EXPECT_EQ(s.read(a), std::vector<float>{6});
  EXPECT_EQ(s.counters().executions, 1);
  EXPECT_EQ(s.read(z), std::vector<float>{21});
  EXPECT_EQ(s.counters().executions, 2);
}

// The test records b = (x + x) * x, without handles of b and x + x. The read of y computes b. The
// read of z computes b again later, so the history of z must still have x + x.
TEST(Read, KeepsTheHistoryThatOthersNeed) {
  Session s;
  Tensor x = s.input({3});
  Tensor b = s.multiply(s.add(x, x), x);
  Tensor y = s.add(b, x), z = s.multiply(b, x);
  b.reset();
  EXPECT_EQ(s.read(y), std::vector<float>{21});
  EXPECT_EQ(s.read(z), std::vector<float>{54});
  EXPECT_EQ(s.graph->pendingOps(), 0);
}

// An op needs the second result, which has no handle when the first result is read.
TEST(Read, AResultOfSeveralReadFirstAndUsedLaterIsSetOnce) {
  Session s;
  {
    Tensor x = s.input({3}), y = s.input({5});
    Result* operands[] = {x.get(), y.get()};
    auto node = s.graph->record(
        {.opcode = Opcode::OptimizationBarrier, .operands = operands, .attrs = {}, .location = {}});
    ASSERT_TRUE(node.ok());
    Tensor first(&(*node)->result(0)), second(&(*node)->result(1));
    Tensor p = s.add(second, x);
    second.reset();
    EXPECT_EQ(s.read(first), std::vector<float>{3});
    lazy::Data* before = first->data.load();
    EXPECT_EQ(s.read(p), std::vector<float>{8});
    EXPECT_EQ(first->data.load(), before);
    EXPECT_EQ(s.read(first), std::vector<float>{3});
  }
  s.graph->device().stream().synchronize();
  EXPECT_EQ(s.graph->device().allocator()->liveBytes(), 0);
}

TEST(Read, IsMemoised) {
  Session s;
  Tensor x = s.input({3});
  Tensor y = s.add(x, x);
  s.read(y), s.read(y);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.counters().executions, 1);
}

TEST(Read, ConstantsAndScalarsNeedNoRun) {
  Session s;
  EXPECT_EQ(s.read(s.constant(2, {2})), (std::vector<float>{2, 2}));
  EXPECT_EQ(s.read(s.scalar(2.5)), std::vector<float>{2.5});
  EXPECT_EQ(s.counters().executions, 0);
}

TEST(Errors, OfTheCompilerReachTheBarrierAndTheTensors) {
  Session s;
  s.compiler->refuse = [](const Program& program) {
    return withOp(unimplemented("[multiply] no"), "multiply");
  };
  Tensor x = s.input({3});
  Tensor y = s.multiply(x, x, 7);
  Status status = s.barrier();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(locationOf(status), "test.c:7");
  EXPECT_EQ(s.graph->valueOf(*y, true).status().code(), absl::StatusCode::kUnimplemented);
  // After the refusal, other programs still work, and a later read tries the refused program again.
  s.compiler->refuse = nullptr;
  EXPECT_EQ(s.read(s.multiply(x, x)), std::vector<float>{9});
}

TEST(Errors, OfTheRunPoisonOnlyWhatDependsOnThem) {
  runtime::DeviceOptions device;
  device.memory.limitBytes = 1 << 20;
  Session s({}, device);
  Tensor x = s.input({1});
  Tensor scalar = s.constant(1);
  Tensor big = s.broadcast(scalar, {1 << 20}); // 4 MiB
  ASSERT_TRUE(s.barrier(false).ok());
  Tensor dependent = s.add(big, big, 9);
  Tensor other = s.add(x, x);
  EXPECT_EQ(s.read(other), std::vector<float>{2});
  Status status = s.graph->valueOf(*dependent, true).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(opOf(status), "broadcast_in_dim");
  EXPECT_EQ(s.read(s.add(other, x)), std::vector<float>{3});
}

} // namespace
} // namespace lz::test
