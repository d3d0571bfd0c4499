// Long recordings become segments of bounded size, which are equal where the recording repeats
// itself.
#include "LazyTest.h"

namespace lz::test {
namespace {

lazy::EngineOptions segmentsOf(size_t ops) {
  lazy::EngineOptions options;
  options.maxSegmentOps = ops;
  return options;
}

TEST(Segments, AUniformChainCompilesAHandfulOfPieces) {
  Session s(segmentsOf(100));
  Tensor x = s.input({0}), one = s.constant(1, {1});
  for (int i = 0; i < 100'000; ++i)
    x = s.add(x, one);
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(s.read(x), std::vector<float>{100'000});
  EXPECT_EQ(result->segments.size(), 1000u);
  EXPECT_LE(s.counters().compiles, 3);
}

TEST(Segments, AnUnrolledLoopIsCutAtTheSamePlaceOfItsBody) {
  Session s(segmentsOf(64));
  Tensor w = s.input({0, 0}), x = s.input({1, 2}), two = s.constant(2, {2});
  std::vector<float> want{0, 0};
  for (int step = 0; step < 500; ++step) { // each step has 7 ops, and 64 is no multiple of 7
    Tensor h = s.add(s.multiply(w, s.constant(0.5, {2})), x);
    Tensor g = s.multiply(s.add(h, h), two);
    w = s.add(s.multiply(g, s.constant(0.125, {2})), s.multiply(x, x));
    for (int i = 0; i < 2; ++i) {
      float xi = float(i + 1), hi = want[size_t(i)] * 0.5f + xi;
      want[size_t(i)] = (hi + hi) * 2 * 0.125f + xi * xi;
    }
  }
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(w), want);
  EXPECT_LE(s.counters().compiles, 4);
  for (const Program& program : s.compiler->programs())
    EXPECT_LE(program.body.ops.size(), 64u + 32u); // 64 ops, and two or three constants per step
}

TEST(Segments, ValuesCrossPieces) {
  Session s(segmentsOf(16));
  Tensor x = s.input({1, 2});
  Tensor first = s.add(x, x);
  Tensor y = first;
  for (int i = 0; i < 100; ++i)
    y = s.add(y, s.multiply(first, x)); // every segment uses `first`
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(y), (std::vector<float>{2 + 200, 4 + 800}));
  EXPECT_EQ(s.read(first), (std::vector<float>{2, 4}));
}

TEST(Segments, MayBeOfOneOp) {
  for (size_t ops = 1; ops < 12; ++ops) {
    Session s(segmentsOf(ops));
    Tensor x = s.input({1, 2}), y = x;
    for (int i = 0; i < 40; ++i)
      y = s.add(y, x);
    auto result = s.graph->barrier({.wait = true});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(s.read(y), (std::vector<float>{41, 82}));
    EXPECT_GE(result->segments.size(), (40 + ops - 1) / ops);
    for (const Program& program : s.compiler->programs())
      EXPECT_LE(program.body.ops.size(), ops);
  }
}

// A constant whose elements are all equal is not passed between segments. Each segment makes it
// again.
TEST(Segments, SplatsAreOfEachPiece) {
  for (bool atBarrier : {true, false})
    for (size_t ops = 1; ops < 12; ++ops) {
      Session s(segmentsOf(ops));
      Tensor x = s.input({1, 2}), half = s.broadcast(s.constant(0.5), {2}), y = x;
      Tensor kept = s.broadcast(s.constant(4), {2}); // it has a handle, so it is an output
      half = s.multiply(half, s.broadcast(s.constant(2), {2}));
      Tensor ones = s.broadcast(s.constant(1), {2}), z = s.add(x, ones);
      for (int i = 0; i < 20; ++i)
        y = s.add(s.multiply(y, half), ones);
      Tensor last = s.add(y, kept);
      ones = Tensor();
      if (atBarrier)
        ASSERT_TRUE(s.barrier().ok());
      EXPECT_EQ(s.read(last), (std::vector<float>{25, 26}));
      EXPECT_EQ(s.read(kept), (std::vector<float>{4, 4}));
      EXPECT_EQ(s.read(z), (std::vector<float>{2, 3}));
      EXPECT_EQ(s.graph->pendingOps(), 0);
    }
}

TEST(Segments, AMillionOpsRunOnASmallStack) {
  Session s;
  Tensor x = s.input({0}), one = s.constant(1, {1});
  for (int i = 0; i < 1'000'000; ++i)
    x = s.add(x, one);
  EXPECT_EQ(s.read(x), std::vector<float>{1'000'000});
  EXPECT_LE(s.counters().compiles, 3);
  EXPECT_EQ(s.graph->pendingOps(), 0);
}

} // namespace
} // namespace lz::test
