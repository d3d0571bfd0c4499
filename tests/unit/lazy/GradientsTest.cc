// Gradients of recorded tensors: values, lifetimes, and refusals.
#include "GradientTesting.h"

namespace lz::test {
namespace {

TEST(Gradients, OfAProductAndOfItsGradient) {
  Session s;
  Tensor x = s.input({1, 2, 3}), ones = s.input({1, 1, 1});
  Tensor cube = s.multiply(s.multiply(x, x), x);
  Tensor first = gradients(s, {cube.get()}, {ones.get()}, {x.get()})[0];
  Tensor second = gradients(s, {first.get()}, {ones.get()}, {x.get()})[0];
  EXPECT_EQ(s.counters().executions, 0);
  EXPECT_EQ(s.read(first), (std::vector<float>{3, 12, 27}));
  EXPECT_EQ(s.read(second), (std::vector<float>{6, 12, 18}));
}

TEST(Gradients, OfOneElementNeedNoCotangent) {
  Session s;
  Tensor x = s.input({3}), w = s.input({2});
  Tensor y = s.add(s.multiply(x, w), w);
  std::vector<Tensor> g = gradients(s, {y.get()}, {}, {x.get(), w.get()});
  EXPECT_EQ(s.read(g[0]), (std::vector<float>{2}));
  EXPECT_EQ(s.read(g[1]), (std::vector<float>{4}));
}

TEST(Gradients, AnIntermediateAndAnArgumentTwice) {
  Session s;
  Tensor x = s.input({3});
  Tensor square = s.multiply(x, x);
  Tensor y = s.multiply(square, x);
  std::vector<Tensor> g = gradients(s, {y.get()}, {}, {square.get(), x.get(), x.get()});
  EXPECT_EQ(s.read(g[0]), (std::vector<float>{3}));
  EXPECT_EQ(s.read(g[1]), (std::vector<float>{27}));
  EXPECT_EQ(s.read(g[2]), (std::vector<float>{27}));
}

TEST(Gradients, OfAnArgumentItself) {
  Session s;
  Tensor x = s.input({3}), c = s.input({5});
  Tensor y = s.add(x, x);
  EXPECT_EQ(s.read(gradients(s, {y.get()}, {c.get()}, {y.get()})[0]), (std::vector<float>{5}));
}

TEST(Gradients, UnusedArgumentsAreRefusedUnlessAllowed) {
  Session s;
  Tensor x = s.input({3}), other = s.input({1, 2});
  Tensor y = s.multiply(x, x);
  auto refused = tryGradients(s, {y.get()}, {}, {other.get()});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(refused.status().message().find("argument 0"), absl::string_view::npos);
  auto zeros = tryGradients(s, {y.get()}, {}, {other.get()}, /*allowUnused=*/true);
  ASSERT_TRUE(zeros.ok()) << zeros.status();
  EXPECT_EQ(s.read((*zeros)[0]), (std::vector<float>{0, 0}));
}

TEST(Gradients, OfWhatABarrierComputedAreRefused) {
  Session s;
  Tensor x = s.input({3});
  Tensor y = s.multiply(x, x);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(tryGradients(s, {y.get()}, {}, {x.get()}).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(Gradients, CarryTheLocationOfTheirOp) {
  Session s;
  Tensor x = s.input({3});
  Tensor y = s.multiply(x, x, /*line=*/17);
  Tensor g = gradients(s, {y.get()}, {}, {x.get()})[0];
  EXPECT_EQ(s.engine->locations.text(g->owner->location), "test.c:17");
}

TEST(Gradients, RunTheSameProgramAgainAndLeaveNothing) {
  Session s;
  {
    Tensor x = s.input({1, 2}), ones = s.input({1, 1});
    for (int step = 0; step < 5; ++step) {
      Tensor y = s.multiply(s.multiply(x, x), x);
      Tensor g = gradients(s, {y.get()}, {ones.get()}, {x.get()})[0];
      y.reset();
      x = s.add(x, g);
      g.reset();
      ASSERT_TRUE(s.barrier().ok());
    }
    EXPECT_EQ(s.graph->liveTensors(), 2);
    EXPECT_EQ(s.graph->pendingOps(), 0);
  }
  EXPECT_EQ(s.counters().compiles, 1);
  EXPECT_EQ(s.graph->liveTensors(), 0);
}

Tensor sliced(Session& s, const Tensor& x, int64_t start, int64_t limit) {
  return *s.tryOp(Opcode::Slice, {x.get()}, {Ints{start}, Ints{limit}, Ints{1}});
}

// Sums or concatenates slices a .. b of x, each squared. The gradient must be 2 x times the number
// of slices that contain the element.
void checkSlices(std::vector<std::pair<int64_t, int64_t>> slices, Opcode last) {
  Session s;
  std::vector<float> values{1, 2, 3, 4, 5}, want(values.size());
  Tensor x = s.input(values);
  std::vector<Tensor> squares, seeds;
  std::vector<Result*> outputs, cotangents;
  for (auto [a, b] : slices) {
    Tensor part = sliced(s, x, a, b);
    squares.push_back(s.multiply(part, part));
    seeds.push_back(s.broadcast(s.constant(1), {b - a}));
    for (int64_t i = a; i < b; ++i)
      want[size_t(i)] += 2 * values[size_t(i)];
  }
  for (size_t i = 0; i < squares.size(); ++i)
    outputs.push_back(squares[i].get()), cotangents.push_back(seeds[i].get());
  Tensor g = gradients(s, outputs, cotangents, {x.get()})[0];
  EXPECT_EQ(g->owner->opcode, last);
  EXPECT_EQ(s.read(g), want);
}

TEST(Gradients, OfSlicesThatTileAValueAreOneConcatenation) {
  checkSlices({{0, 2}, {2, 5}}, Opcode::Concatenate);
  checkSlices({{4, 5}, {0, 1}, {1, 4}}, Opcode::Concatenate);
  checkSlices({{0, 2}, {2, 2}, {2, 5}}, Opcode::Concatenate);
  checkSlices({{0, 2}, {3, 5}}, Opcode::Add);         // there is a gap
  checkSlices({{0, 3}, {2, 5}}, Opcode::Add);         // they overlap
  checkSlices({{0, 5}, {0, 2}, {2, 5}}, Opcode::Add); // the first is all of x
  checkSlices({{1, 4}}, Opcode::Pad);
}

TEST(Gradients, OfAFunctionThatCaptures) {
  Session s;
  Tensor w = s.input({4});
  lazy::Function f(*s.graph, "f");
  Tensor x = Session::first(f.addParameter({DType::F32, {1}}));
  Tensor y = s.multiply(s.multiply(x, x), w);
  Result* result = y.get();
  ASSERT_TRUE(f.finish({&result, 1}).ok());
  auto body = lazy::gradientOf(f, {{0}, /*withValues=*/true, /*withCotangents=*/true});
  ASSERT_TRUE(body.ok()) << body.status();
  lazy::Function gradient(*s.graph, "f.gradient", *std::move(body), f.captures());
  EXPECT_EQ(gradient.body()->numParameters, 2u);
  EXPECT_EQ(gradient.body()->numCaptures(), 1u);
  Tensor at = s.input({3}), cotangent = s.input({10});
  auto node = s.graph->record({.opcode = Opcode::Call,
                               .operands = {{at.get(), cotangent.get()}},
                               .attrs = {},
                               .functions = {&gradient},
                               .location = {}});
  ASSERT_TRUE(node.ok()) << node.status();
  Tensor value(&(*node)->result(0)), g(&(*node)->result(1));
  EXPECT_EQ(s.read(value), (std::vector<float>{36}));
  EXPECT_EQ(s.read(g), (std::vector<float>{240}));
}

} // namespace
} // namespace lz::test
