// Functions: bodies of ops, captures, and values that must not be used outside of their function.
#include "LazyTest.h"

#include <latch>
#include <thread>
#include <vector>

namespace lz::test {
namespace {

const TensorType kScalar{DType::F32, {}};
constexpr int64_t kLess = 5; // ComparisonDirection::LT

using lazy::Function;

Tensor parameter(Function& f, TensorType type = kScalar) {
  return Session::first(f.addParameter(std::move(type)));
}

std::unique_ptr<Function> adder(Session& s) {
  auto f = std::make_unique<Function>(*s.graph, "add");
  Tensor x = parameter(*f), y = parameter(*f);
  Tensor z = s.add(x, y);
  Result* results[] = {z.get()};
  EXPECT_TRUE(f->finish(results).ok());
  return f;
}

Tensor sum(Session& s, const Tensor& x, const Function& f) {
  Tensor zero = s.constant(0);
  return *s.tryOp(Opcode::Reduce, {x.get(), zero.get()}, {Ints{0}}, nullptr, {&f});
}

TEST(Functions, BodyOfReduce) {
  Session s;
  auto f = adder(s);
  EXPECT_EQ(f->captures().size(), 0u);
  EXPECT_EQ(s.read(sum(s, s.input({1, 2, 3}), *f)), std::vector<float>{6});
  // Recording an equal body again does not compile again.
  auto again = adder(s);
  EXPECT_EQ(s.read(sum(s, s.input({4, 5, 6}), *again)), std::vector<float>{15});
  EXPECT_EQ(s.counters().compiles, 1);
}

TEST(Functions, BodiesThatDifferAreOtherPrograms) {
  Session s;
  auto f = adder(s);
  Function g(*s.graph, "subtract");
  {
    Tensor x = parameter(g), y = parameter(g);
    Tensor z = *s.tryOp(Opcode::Maximum, {x.get(), y.get()});
    Result* results[] = {z.get()};
    ASSERT_TRUE(g.finish(results).ok());
  }
  Tensor x = s.input({1, 2, 3});
  EXPECT_EQ(s.read(sum(s, x, *f)), std::vector<float>{6});
  EXPECT_EQ(s.read(sum(s, x, g)), std::vector<float>{3});
  EXPECT_EQ(s.counters().compiles, 2);
}

// No automatic barrier runs while a function is open, because it would compute the body.
TEST(Functions, NoAutomaticBarrierComesWhileOneIsOpen) {
  lazy::EngineOptions options;
  options.maxPendingOps = 2;
  Session s(options);
  Tensor x = s.input({1, 2, 3}), y = s.add(x, x);
  Function f(*s.graph, "open");
  Tensor inside = s.add(y, x), more = s.add(inside, x);
  EXPECT_EQ(s.counters().autoBarriers, 0);
  Result* results[] = {more.get()};
  ASSERT_TRUE(f.finish(results).ok());
  Tensor after = s.add(x, x);
  EXPECT_EQ(s.counters().autoBarriers, 1);
}

// Explicit barriers, on any thread, do not compute the body of an open function either, and do not
// wait for the function.
TEST(Functions, ABarrierLeavesWhatMayBeOfAnOpenBody) {
  Session s;
  Tensor x = s.input({1, 2, 3}), before = s.add(x, x);
  Function f(*s.graph, "open");
  Tensor inside = s.multiply(before, x);
  Tensor elsewhere;
  std::thread([&] {
    elsewhere = s.add(x, before);
    EXPECT_TRUE(s.barrier().ok());
  }).join();
  EXPECT_FALSE(s.graph->isPending(*before));
  EXPECT_FALSE(s.graph->isPending(*elsewhere));
  EXPECT_TRUE(s.graph->isPending(*inside));
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_TRUE(s.graph->isPending(*inside));
  Result* results[] = {inside.get()};
  ASSERT_TRUE(f.finish(results).ok());
  EXPECT_EQ(f.captures().size(), 2u); // the product belongs to the body
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_FALSE(s.graph->isPending(*inside));
  EXPECT_EQ(s.read(inside), (std::vector<float>{2, 8, 18}));
}

TEST(Functions, ABarrierLeavesABodyThatAnotherThreadRecords) {
  Session s;
  Tensor x = s.input({1, 2, 3});
  Function f(*s.graph, "open");
  Tensor p = parameter(f, {DType::F32, {3}}), inside, sum;
  std::thread([&] {
    inside = s.multiply(x, x);
    sum = s.add(p, inside);
  }).join();
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_TRUE(s.graph->isPending(*inside));
  Result* results[] = {sum.get()};
  ASSERT_TRUE(f.finish(results).ok());
  ASSERT_EQ(f.captures().size(), 1u);
  EXPECT_EQ(&f.captures()[0].result(), x.get());
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(inside), (std::vector<float>{1, 4, 9}));
}

// The threads live one after another, so a later thread may get the number of an earlier one.
TEST(Functions, ABarrierTakesWhatThreadsBeforeAndAfterTheRecordingOneRecorded) {
  Session s;
  Tensor x = s.input({1, 2, 3});
  Function f(*s.graph, "open");
  Tensor p = parameter(f, {DType::F32, {3}}), before, inside, after;
  std::thread([&] { before = s.multiply(x, x); }).join();
  std::thread([&] { inside = s.add(p, x); }).join();
  std::thread([&] { after = s.add(x, x); }).join();
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_FALSE(s.graph->isPending(*before));
  EXPECT_FALSE(s.graph->isPending(*after));
}

// There are more threads than the registry has stripes.
TEST(Functions, ABarrierLeavesABodyAndNothingOf300OtherThreads) {
  constexpr size_t kThreads = 300;
  Session s;
  Tensor x = s.input({1, 2, 3});
  Function f(*s.graph, "open");
  Tensor inside = s.multiply(x, x);
  std::latch recorded(kThreads);
  std::vector<Tensor> elsewhere(kThreads);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      elsewhere[t] = s.add(x, x);
      recorded.arrive_and_wait();
    });
  for (std::thread& thread : threads)
    thread.join();
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_TRUE(s.graph->isPending(*inside));
  for (const Tensor& other : elsewhere)
    EXPECT_FALSE(s.graph->isPending(*other));
}

// A captured tensor without a handle can get a new one, and then barriers compute the tensor.
TEST(Functions, CapturesHaveHandlesAgain) {
  Session s;
  Tensor x = s.input({1, 2, 3}), y = s.add(x, x);
  Function f(*s.graph, "shift");
  {
    Tensor p = parameter(f, {DType::F32, {3}}), z = s.add(p, y);
    Result* results[] = {z.get()};
    ASSERT_TRUE(f.finish(results).ok());
  }
  Result& captured = f.captures()[0].result();
  ASSERT_EQ(&captured, y.get());
  EXPECT_FALSE(s.graph->addHandle(captured)); // false because the tensor has a handle already
  Tensor same(&captured);
  y.reset(), same.reset();
  const int64_t live = s.graph->liveTensors();
  EXPECT_FALSE(captured.hasHandle());
  EXPECT_TRUE(s.graph->addHandle(captured));
  Tensor again(&captured);
  EXPECT_EQ(s.graph->liveTensors(), live + 1);
  EXPECT_EQ(s.graph->pendingOps(), 1);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_EQ(s.read(again), (std::vector<float>{2, 4, 6}));
  // The same holds for computed values.
  again.reset();
  EXPECT_TRUE(s.graph->addHandle(captured));
  EXPECT_EQ(s.read(Tensor(&captured)), (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(s.graph->liveTensors(), live);
}

// while (x < limit) x = x * 2 + step, where limit and step are captured.
TEST(Functions, WhileCapturesValues) {
  Session s;
  Tensor limit = s.input({60}, {}), step = s.scalar(0.5);
  Function condition(*s.graph, "condition"), body(*s.graph, "body");
  {
    Tensor x = parameter(condition);
    Tensor less = *s.tryOp(Opcode::Compare, {x.get(), limit.get()}, Attrs{kLess, AttrValue()});
    Result* results[] = {less.get()};
    ASSERT_TRUE(condition.finish(results).ok());
  }
  {
    Tensor x = parameter(body);
    Tensor next = s.add(s.add(x, x), step);
    Result* results[] = {next.get()};
    ASSERT_TRUE(body.finish(results).ok());
  }
  EXPECT_EQ(condition.captures().size(), 1u);
  EXPECT_EQ(body.captures().size(), 1u);
  Tensor x = s.input({3}, {});
  Tensor last = *s.tryOp(Opcode::While, {x.get()}, {}, nullptr, {&condition, &body});
  float want = 3;
  while (want < 60)
    want = want * 2 + 0.5f;
  EXPECT_EQ(s.read(last), std::vector<float>{want});
}

TEST(Functions, PlaceholdersHaveNoValue) {
  Session s;
  Function f(*s.graph, "f");
  Tensor x = parameter(f);
  Tensor y = s.add(x, x);
  EXPECT_EQ(s.graph->valueOf(*y, true).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(s.graph->valueOf(*x, true).status().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(s.barrier().ok()); // leaves the function's ops alone
  EXPECT_EQ(s.counters().executions, 0);
  Result* results[] = {y.get()};
  ASSERT_TRUE(f.finish(results).ok());
  EXPECT_EQ(f.finish(results).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(f.addParameter(kScalar).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Functions, UnfinishedOnesAreRefused) {
  Session s;
  Function f(*s.graph, "f");
  Tensor x = s.input({1, 2}), zero = s.constant(0);
  EXPECT_EQ(
      s.tryOp(Opcode::Reduce, {x.get(), zero.get()}, {Ints{0}}, nullptr, {&f}).status().code(),
      absl::StatusCode::kFailedPrecondition);
}

TEST(Functions, NestedBodiesSeeTheOuterParameter) {
  Session s;
  auto inner = adder(s);
  Function condition(*s.graph, "condition"), body(*s.graph, "body");
  Tensor row = s.input({1, 2, 3});
  {
    Tensor x = parameter(condition);
    Tensor limit = s.constant(100);
    Tensor less = *s.tryOp(Opcode::Compare, {x.get(), limit.get()}, Attrs{kLess, AttrValue()});
    Result* results[] = {less.get()};
    ASSERT_TRUE(condition.finish(results).ok());
  }
  {
    Tensor x = parameter(body);
    Tensor next = s.add(x, sum(s, s.multiply(row, s.broadcast(x, {3})), *inner));
    Result* results[] = {next.get()};
    ASSERT_TRUE(body.finish(results).ok());
  }
  Tensor x = s.input({1}, {});
  Tensor last = *s.tryOp(Opcode::While, {x.get()}, {}, nullptr, {&condition, &body});
  EXPECT_EQ(s.read(last), std::vector<float>{343}); // 1 -> 7 -> 49 -> 343
}

} // namespace
} // namespace lz::test
