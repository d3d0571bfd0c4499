// Recording runs nothing, infers shapes, and reports errors at once, with the op.
#include "LazyTest.h"

#include <thread>

namespace lz::test {
namespace {

TEST(Record, NothingRunsBeforeABarrierOrARead) {
  Session s;
  Tensor x = s.input({1, 2, 3});
  for (int i = 0; i < 1000; ++i)
    x = s.add(x, x);
  EXPECT_EQ(s.counters().executions, 0);
  EXPECT_EQ(s.counters().compiles, 0);
  EXPECT_EQ(x->type.str(), "tensor<3xf32>");
  EXPECT_EQ(s.counters().executions, 0);
}

TEST(Record, ShapeErrorsNameTheOpTheShapesAndThePlace) {
  Session s;
  Tensor x = s.input({1, 2, 3}), y = s.input({1, 2});
  auto z = s.tryOp(Opcode::Add, {x.get(), y.get()}, {}, nullptr, {}, 42);
  ASSERT_FALSE(z.ok());
  EXPECT_EQ(z.status().code(), absl::StatusCode::kInvalidArgument);
  std::string message(z.status().message());
  EXPECT_NE(message.find("add"), std::string::npos) << message;
  EXPECT_NE(message.find("tensor<3xf32>"), std::string::npos) << message;
  EXPECT_NE(message.find("tensor<2xf32>"), std::string::npos) << message;
  EXPECT_EQ(opOf(z.status()), "add");
  EXPECT_EQ(locationOf(z.status()), "test.c:42");
  // Nothing leaks, and the graph can still be used.
  EXPECT_EQ(s.graph->liveTensors(), 2);
  EXPECT_EQ(s.read(s.add(x, x)), (std::vector<float>{2, 4, 6}));
}

TEST(Record, OperandsOfTwoDevicesAreRefused) {
  Session s, other;
  Tensor x = s.input({1}), y = other.input({1});
  EXPECT_EQ(s.tryOp(Opcode::Add, {x.get(), y.get()}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

const lazy::OpContents* contentsOf(const Tensor& x) {
  return x->owner->contents.get();
}

TEST(Record, NodesShareEqualContents) {
  Session s, other;
  Tensor x = s.input({1, 2, 3}), y = other.input({1, 2, 3});
  Tensor a = s.slice(x, 2), b = s.slice(x, 2), c = s.slice(x, 1), d = other.slice(y, 2);
  EXPECT_EQ(contentsOf(a), contentsOf(b));
  EXPECT_EQ(contentsOf(a), contentsOf(d)); // the same holds in another context
  EXPECT_NE(contentsOf(a), contentsOf(c));
  EXPECT_EQ(s.read(b), (std::vector<float>{1, 2}));
  EXPECT_EQ(s.read(c), (std::vector<float>{1}));
  Tensor small = s.constant(3), again = s.constant(3), large = s.constant(3, {17});
  EXPECT_EQ(contentsOf(small), contentsOf(again));
  EXPECT_NE(contentsOf(large), contentsOf(s.constant(3, {17}))); // too large to share: 68 bytes
  // A list of 9 numbers, 72 bytes, is not shared either.
  Tensor wide = s.input({1}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
  auto turned = [&] {
    return *s.tryOp(Opcode::Transpose, {wide.get()}, {Ints{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  };
  Tensor one = turned(), other9 = turned();
  EXPECT_NE(contentsOf(one), contentsOf(other9));
  // The sign of a zero is part of a constant.
  EXPECT_NE(contentsOf(s.constant(0.0f)), contentsOf(s.constant(-0.0f)));
}

// Each thread has a table of recent ops with their result types. Each of these ops differs from
// every earlier one in one property that the result types depend on.
TEST(Record, RememberedOpsAreOnlyThoseThatSayTheSame) {
  Session s;
  auto text = [](const Tensor& x) { return x->type.str(); };
  for (int round = 0; round < 2; ++round) {
    Tensor one = s.input({1}), three = s.input({1, 2, 3}), square = s.input({1, 2, 3, 4}, {2, 2});
    EXPECT_EQ(text(s.add(one, one)), "tensor<1xf32>");
    EXPECT_EQ(text(s.add(three, three)), "tensor<3xf32>");
    EXPECT_EQ(text(s.add(square, square)), "tensor<2x2xf32>");
    EXPECT_EQ(text(s.slice(three, 2)), "tensor<2xf32>");
    EXPECT_EQ(text(s.slice(three, 1)), "tensor<1xf32>");
    EXPECT_EQ(text(s.broadcast(s.constant(1), {2, 3})), "tensor<2x3xf32>");
    EXPECT_EQ(text(s.broadcast(s.constant(1), {3, 2})), "tensor<3x2xf32>");
    TensorType half{DType::F16, {3}}, whole{DType::S32, {3}};
    EXPECT_EQ(text(*s.tryOp(Opcode::Convert, {three.get()}, {}, &half)), "tensor<3xf16>");
    EXPECT_EQ(text(*s.tryOp(Opcode::Convert, {three.get()}, {}, &whole)), "tensor<3xi32>");
    // These ops have more operands, or more dimensions, than the table stores.
    std::vector<Result*> many(40, three.get());
    EXPECT_EQ(text(*s.tryOp(Opcode::Concatenate, many, {int64_t(0)})), "tensor<120xf32>");
    Tensor deep = s.input({1}, Dims(40, 1));
    EXPECT_EQ(s.add(deep, deep)->type.dims, Dims(40, 1));
    // An op that was refused is refused again.
    EXPECT_FALSE(s.tryOp(Opcode::Add, {one.get(), three.get()}).ok());
    EXPECT_FALSE(s.tryOp(Opcode::Slice, {three.get()}, {Ints{0}, Ints{4}, Ints{1}}).ok());
  }
}

TEST(Record, RememberedOpsOfAnotherContextAreRefusedThere) {
  Session s, other;
  Tensor x = s.input({1, 2}), y = other.input({1, 2}), sum = s.add(x, x);
  StatusOr<Tensor> refused = s.tryOp(Opcode::Add, {x.get(), y.get()}, {}, nullptr, {}, 7);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(opOf(refused.status()), "add");
  EXPECT_EQ(locationOf(refused.status()), "test.c:7");
}

TEST(Record, AttributesOutliveTheThreadThatRecordedThem) {
  Session s;
  Tensor x = s.input({1, 2, 3}), y;
  std::thread([&] { y = s.slice(x, 2); }).join();
  EXPECT_EQ(s.read(s.add(y, s.slice(x, 2))), (std::vector<float>{2, 4}));
}

TEST(Record, ALongChainIsDroppedWithoutRunning) {
  Session s;
  {
    Tensor x = s.input({1});
    for (int i = 0; i < 1'000'000; ++i)
      x = s.add(x, x);
  }
  EXPECT_EQ(s.counters().executions, 0);
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_EQ(s.graph->liveTensors(), 0);
}

TEST(Record, OpByOpRunsEachOp) {
  lazy::EngineOptions options;
  options.opByOp = true;
  Session s(options);
  Tensor x = s.input({1, 2});
  Tensor z = s.multiply(s.add(x, x), x);
  EXPECT_EQ(s.counters().executions, 2);
  EXPECT_EQ(s.read(z), (std::vector<float>{2, 8}));
}

TEST(Record, AutomaticBarrierWhenNobodyMakesOne) {
  std::vector<std::string> warnings;
  lazy::EngineOptions options;
  options.maxPendingOps = 100;
  options.log = [&](int, const std::string& message) { warnings.push_back(message); };
  Session s(options);
  Tensor x = s.input({1}), one = s.constant(1, {1});
  for (int i = 0; i < 1000; ++i)
    x = s.add(x, one);
  EXPECT_EQ(s.counters().autoBarriers, 10);
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_EQ(s.read(x), std::vector<float>{1001});
  EXPECT_LE(s.counters().compiles, 3);
}

TEST(Record, ShutdownStopsNewWork) {
  Session s;
  Tensor x = s.input({1, 2});
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier().ok());
  s.engine->stopped = true;
  s.graph->device().shutdown();
  EXPECT_EQ(s.tryOp(Opcode::Add, {x.get(), y.get()}).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(s.read(y), (std::vector<float>{2, 4}));
}

} // namespace
} // namespace lz::test
