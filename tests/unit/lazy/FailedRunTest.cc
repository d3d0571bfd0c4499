// Tests what happens to the tensors of a program that fails during a run.
#include "LazyTest.h"

#include <new>

namespace lz::test {
namespace {

using Floats = std::vector<float>;

runtime::DeviceOptions limited(int64_t bytes) {
  runtime::DeviceOptions device;
  device.memory.limitBytes = bytes;
  return device;
}

// A session whose device is busy until go(). After go(), the computation of the tensor `fails`
// fails. At that time, the ops that need it have already been cut.
class Later : public testing::Test {
protected:
  Later() : s({}, limited(1 << 20)) {
    s.compiler->onRun = [this] {
      while (!goes_)
        std::this_thread::yield();
    };
    x = s.input({3, 4});
    busy_ = s.multiply(x, x);
    EXPECT_TRUE(s.barrier(false).ok());
    TensorType big{DType::F32, {1 << 20}};
    Tensor one = s.constant(1);
    large_ = *s.tryOp(Opcode::BroadcastInDim, {one.get()}, {Ints{}}, &big, {}, 3);
    fails = s.slice(large_, 2);
    EXPECT_TRUE(s.barrier(false).ok());
  }
  ~Later() override { go(); }

  void go() { goes_ = true; }
  void expectLost(const Tensor& tensor) {
    EXPECT_FALSE(s.graph->isPending(*tensor));
    Status status = s.graph->valueOf(*tensor, true).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_EQ(opOf(status), "broadcast_in_dim");
    EXPECT_EQ(locationOf(status), "test.c:3");
  }

private:
  std::atomic<bool> goes_{false}; // lives as long as the session

protected:
  Session s;
  Tensor x, fails;

private:
  Tensor busy_, large_;
};

TEST_F(Later, AnInputThatFailsFailsOnlyWhatNeedsIt) {
  Tensor bad = s.add(fails, x, 5), good = s.multiply(x, x, 6), more = s.add(good, x, 7);
  auto cut = s.graph->barrier({.wait = false, .needEvent = true});
  ASSERT_TRUE(cut.ok());
  // Ops that are cut later behave in the same way.
  Tensor worse = s.add(bad, good, 8), fine = s.add(more, good, 9);
  ASSERT_TRUE(s.barrier(false).ok());
  go();
  EXPECT_EQ(s.read(good), (Floats{9, 16}));
  EXPECT_EQ(s.read(more), (Floats{12, 20}));
  EXPECT_EQ(s.read(fine), (Floats{21, 36}));
  expectLost(bad);
  expectLost(worse);
  EXPECT_TRUE(cut->event->wait().ok()) << cut->event->status();
  EXPECT_TRUE(s.barrier().ok());
}

// Every op of the cut needs the failed operand, so nothing runs, as if the operand had failed
// before the cut.
TEST_F(Later, WithNothingLeftToComputeTheErrorIsStillThatOfTheTensors) {
  Tensor bad = s.add(fails, x, 5);
  auto cut = s.graph->barrier({.wait = false, .needEvent = true});
  ASSERT_TRUE(cut.ok());
  Tensor worse = s.add(bad, x, 6);
  std::thread waiter([&] { EXPECT_TRUE(s.barrier().ok()); });
  go();
  waiter.join();
  EXPECT_TRUE(cut->event->wait().ok()) << cut->event->status();
  expectLost(bad);
  expectLost(worse);
}

TEST_F(Later, DonatedInputsAreTheCallersAgain) {
  Tensor a = s.input({1, 2}), b = s.input({5, 6});
  a->donated = b->donated = true;
  Tensor bad = s.add(fails, a, 5), good = s.multiply(b, b, 6);
  ASSERT_TRUE(s.barrier(false).ok());
  go();
  expectLost(bad);
  EXPECT_EQ(s.read(good), (Floats{25, 36}));
  EXPECT_EQ(s.read(a), (Floats{1, 2}));
  EXPECT_EQ(s.read(b), (Floats{5, 6}));
}

// The compiler refuses the whole program, and an input of a part turns out to be missing.
TEST_F(Later, APartOfARefusedProgramIsDividedOnceMore) {
  s.compiler->refuse = [](const Program& program) {
    for (const Op& op : program.body.ops)
      if (op.opcode == Opcode::Tanh)
        return withOp(unimplemented("no tanh"), "tanh");
    return okStatus();
  };
  Tensor refused = *s.tryOp(Opcode::Tanh, {x.get()});
  Tensor bad = s.add(fails, x, 5), good = s.multiply(x, x, 6);
  EXPECT_EQ(s.barrier(false).code(), absl::StatusCode::kUnimplemented);
  go();
  EXPECT_EQ(s.read(good), (Floats{9, 16}));
  expectLost(bad);
  EXPECT_EQ(s.graph->valueOf(*refused, true).status().code(), absl::StatusCode::kUnimplemented);
}

TEST_F(Later, TheOutcomeOfATensorIsItsOwn) {
  Tensor bad = s.add(fails, x, 5), good = s.multiply(x, x, 6);
  ASSERT_TRUE(s.barrier(false).ok());
  runtime::EventRef ofBad = bad->data.load()->outcome(), ofGood = good->data.load()->outcome();
  EXPECT_FALSE(ofBad->isReady());
  go();
  bad->data.load()->event()->wait().IgnoreError();
  ASSERT_TRUE(ofBad->isReady() && ofGood->isReady());
  EXPECT_EQ(ofBad->status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(ofGood->status().ok());
}

TEST(FailedRun, AnOpWithoutMemoryFailsWhatNeedsItAndNothingElse) {
  Session s({}, limited(1 << 20));
  Tensor a = s.input({1, 2}), one = s.constant(1);
  a->donated = true;
  Tensor large = s.broadcast(one, {1 << 20}), bad = s.slice(large, 2);
  Tensor good = s.add(a, a, 5);
  EXPECT_EQ(s.barrier().code(), absl::StatusCode::kResourceExhausted);
  Result *wanted[] = {good.get()}, *both[] = {good.get(), bad.get()};
  EXPECT_TRUE(s.graph->evaluate(wanted, {.wait = true}).ok());
  EXPECT_EQ(s.graph->evaluate(both, {.wait = true}).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(s.read(good), (Floats{2, 4}));
  EXPECT_EQ(s.graph->valueOf(*bad, true).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(s.read(a), (Floats{1, 2}));
  EXPECT_EQ(s.counters().donatedInputs, 0);
  EXPECT_LE(s.counters().compiles, 2);
}

void expectContains(const Status& status, const std::string& part) {
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
}

TEST(FailedRun, NamesTheTensorsThatWereGivenUpAndReturnsTheOthers) {
  Session s;
  Tensor made = s.add(s.input({1, 2}), s.input({1, 1}), 3);
  ASSERT_TRUE(s.barrier().ok());
  Tensor given = s.input({5, 6}), kept = s.input({7, 8, 9});
  made->donated = given->donated = kept->donated = true;
  Tensor x = s.add(made, made, 8), y = s.multiply(given, given, 9), z = s.slice(kept, 1);
  s.compiler->onRun = [] { throw std::bad_alloc(); };
  Status status = s.barrier();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  expectContains(status,
                 "these donated tensors were lost, because their memory was already overwritten: "
                 "the result of [add] at test.c:3; tensor<2xf32>, an operand of [multiply] "
                 "at test.c:9");
  EXPECT_EQ(s.graph->valueOf(*x, true).status(), status);
  for (const Tensor* lost : {&made, &given})
    EXPECT_EQ(s.graph->valueOf(**lost, true).status().code(),
              absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(s.read(kept), (Floats{7, 8, 9}));
}

TEST(FailedRun, OfAnExecutableNamesTheArguments) {
  Session s;
  Tensor a = s.input({1, 2}), b = s.input({3, 4, 5});
  a->donated = b->donated = true;
  Tensor x = s.add(a, a), y = s.add(b, b);
  auto program = s.graph->barrier({.wait = true});
  ASSERT_TRUE(program.ok());
  Tensor c = s.input({1, 2}), d = s.input({3, 4, 5});
  s.compiler->onRun = [] { throw std::bad_alloc(); };
  auto run = s.graph->run(*program->segments[0].program->executable(),
                          {*s.graph->valueOf(*c, true), *s.graph->valueOf(*d, true)}, {}, {0, 1},
                          /*wait=*/true);
  EXPECT_EQ(run.status().code(), absl::StatusCode::kResourceExhausted);
  expectContains(run.status(), "already overwritten: argument 1");
  EXPECT_EQ(s.read(c), (Floats{1, 2}));
  EXPECT_FALSE(s.graph->valueOf(*d, true).ok());
}

} // namespace
} // namespace lz::test
