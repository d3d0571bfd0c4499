// An error names the op, and belongs only to the tensors that depend on the op. All others are
// computed.
#include "LazyTest.h"
#include "base/Exhausted.h"

namespace lz::test {
namespace {

runtime::DeviceOptions failingContext(int64_t bytes) {
  runtime::DeviceOptions device;
  device.memory.limitBytes = bytes;
  return device;
}

Status errorOf(Session& s, const Tensor& x) {
  return s.graph->valueOf(*x, true).status();
}

TEST(Failures, OneBadTensorDoesNotBlockTheBarriersOfOthers) {
  Session s;
  Tensor gone = s.input({1, 2}), x = s.input({3, 4});
  gone->donated = true;
  Tensor taker = s.add(gone, x);
  ASSERT_TRUE(s.barrier().ok());
  Tensor bad = s.add(gone, x, 5), worse = s.add(bad, x, 6), good = s.multiply(x, x);
  Tensor both = s.add(good, bad, 7);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(good), (std::vector<float>{9, 16}));
  for (const Tensor* lost : {&bad, &worse, &both}) {
    Status status = errorOf(s, *lost);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(opOf(status), "add");
    EXPECT_EQ(locationOf(status), "test.c:5");
    EXPECT_FALSE(s.graph->isPending(**lost));
  }
  EXPECT_EQ(s.graph->pendingOps(), 0);
  // Ops that are recorded on these tensors later behave in the same way.
  Tensor later = s.add(worse, x, 8), fine = s.add(good, x, 9);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(locationOf(errorOf(s, later)), "test.c:5");
  EXPECT_EQ(s.read(fine), (std::vector<float>{12, 20}));
}

TEST(Failures, AnEvaluationOfABadTensorSaysSoAndComputesTheOthers) {
  Session s;
  Tensor gone = s.input({1, 2}), x = s.input({3, 4});
  gone->donated = true;
  Tensor taker = s.add(gone, x);
  ASSERT_TRUE(s.barrier().ok());
  Tensor bad = s.add(gone, x, 5), good = s.multiply(x, x);
  Result* results[] = {bad.get(), good.get()};
  EXPECT_EQ(s.graph->evaluate(results, {.wait = false}).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(s.read(good), (std::vector<float>{9, 16}));
}

TEST(Failures, MemoryThatRunsOutNamesTheOpAndNotTheLastOne) {
  Session s({}, failingContext(1 << 20));
  Tensor one = s.constant(1);
  Tensor x = s.input({1, 2});
  TensorType big{DType::F32, {1 << 20}};
  Tensor large = *s.tryOp(Opcode::BroadcastInDim, {one.get()}, {Ints{}}, &big, {}, 3);
  Tensor last = s.add(x, x, 4);
  Status status = s.barrier();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(opOf(status), "broadcast_in_dim");
  EXPECT_EQ(locationOf(status), "test.c:3");
  EXPECT_EQ(s.read(last), (std::vector<float>{2, 4}));
  EXPECT_EQ(errorOf(s, large), status);
}

// The program was compiled for the first recording, but the error is in the second.
TEST(Failures, NameThePlaceInThisRecording) {
  Session s({}, failingContext(1 << 20));
  Tensor x = s.input(std::vector<float>((1 << 17) + 1, 1)); // more than 512 KiB
  Tensor y = s.add(x, x, 3);                                // y takes as many bytes as x
  y.reset();
  y = s.add(x, x, 3);
  ASSERT_FALSE(s.barrier().ok());
  Tensor z = s.add(x, x, 30);
  Status status = s.barrier();
  EXPECT_EQ(s.counters().cacheHits, 1);
  EXPECT_EQ(locationOf(status), "test.c:30");
}

TEST(Failures, SayHowManyBytesWereWantedAndThere) {
  Session s({}, failingContext(1 << 20));
  Tensor one = s.constant(1);
  Tensor large = s.broadcast(one, {1 << 20});
  Status status = s.barrier();
  EXPECT_EQ(bytesWanted(status), 4 << 20);
  EXPECT_GT(bytesAvailable(status), 0);
  EXPECT_LE(bytesAvailable(status), 1 << 20);
}

// If a run finds no memory, the caller gets the donated input back.
TEST(Failures, AFailedRunGivesDonatedInputsBack) {
  Session s({}, failingContext(1 << 20));
  Tensor a = s.input({1, 2}), one = s.constant(1);
  a->donated = true;
  Tensor b = s.add(a, a);
  Tensor large = s.broadcast(one, {1 << 20});
  auto result = s.graph->barrier({.wait = true});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(s.read(a), (std::vector<float>{1, 2}));
  EXPECT_EQ(s.counters().donatedInputs, 0);
  large.reset();
  EXPECT_EQ(s.read(s.add(a, a)), (std::vector<float>{2, 4}));
}

TEST(Failures, ARefusedProgramGivesDonatedInputsBack) {
  Session s;
  s.compiler->refuse = [](const Program&) { return unimplemented("no"); };
  Tensor a = s.input({1, 2});
  a->donated = true;
  Tensor b = s.add(a, a);
  ASSERT_FALSE(s.barrier().ok());
  EXPECT_EQ(s.read(a), (std::vector<float>{1, 2}));
  s.compiler->refuse = nullptr;
  EXPECT_EQ(s.read(s.add(a, a)), (std::vector<float>{2, 4}));
}

TEST(Failures, ARunOnAFailedInputGivesDonatedInputsBack) {
  Session s({}, failingContext(1 << 20));
  Tensor a = s.input({1, 2}), one = s.constant(1);
  Tensor sum = s.add(a, s.input({1, 1}));
  auto program = s.graph->barrier({.wait = true});
  ASSERT_TRUE(program.ok());
  lazy::ExecutableRef executable = *program->segments[0].program->executable();
  Tensor large = s.broadcast(one, {1 << 20}), failed = s.slice(large, 2);
  ASSERT_FALSE(s.barrier().ok());
  auto run = s.graph->run(
      executable, {*s.graph->valueOf(*a, true), Ref<lazy::Data>::share(failed->data.load())}, {},
      {1, 0}, /*wait=*/true);
  EXPECT_EQ(run.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(s.read(a), (std::vector<float>{1, 2}));
}

TEST(Failures, ShutdownGivesDonatedInputsBack) {
  Session s;
  Tensor a = s.input({1, 2});
  a->donated = true;
  Tensor b = s.add(a, a);
  s.graph->device().shutdown();
  EXPECT_FALSE(s.barrier().ok());
  EXPECT_FALSE(a->data.load()->isDonated());
  EXPECT_TRUE(a->data.load()->storage());
}

} // namespace
} // namespace lz::test
