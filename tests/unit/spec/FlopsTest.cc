// Arithmetic operations, counted by hand.
#include "spec/Flops.h"

#include "gtest/gtest.h"

namespace lz {
namespace {

// Builds a program op by op.
struct Builder {
  Program p;

  ValueId value(Dims dims) { return p.addValue({DType::F32, std::move(dims)}); }
  ValueId add(Opcode opcode, ValueIds operands, Dims dims, Attrs attrs = {},
              std::vector<Region> regions = {}) {
    ValueId result = value(std::move(dims));
    p.body.ops.push_back(
        {opcode, std::move(operands), {result}, std::move(attrs), std::move(regions)});
    return result;
  }
  // Returns a region of the scalars a and b that applies `opcodes` one after the other to both.
  Region scalars(std::vector<Opcode> opcodes) {
    Region region;
    ValueId a = value({}), b = value({});
    region.params = {a, b};
    for (Opcode opcode : opcodes) {
      ValueId result = value({});
      region.ops.push_back({opcode, {a, b}, {result}});
      region.results = {result};
    }
    return region;
  }
  // Returns a region with `count` additions of 10 elements, for a branch or a body.
  Region additions(int count) {
    Region region;
    ValueId x = value({10});
    region.params = {x};
    for (int i = 0; i < count; ++i)
      region.ops.push_back({Opcode::Add, {x, x}, {value({10})}});
    return region;
  }
};

TEST(Flops, ElementwiseOpsAreOneAnElementAndMovesNothing) {
  Builder b;
  ValueId x = b.value({2, 3});
  b.p.body.params = {x};
  ValueId y = b.add(Opcode::Tanh, {x}, {2, 3});
  ValueId z = b.add(Opcode::Add, {x, y}, {2, 3});
  EXPECT_EQ(flopsOf(b.p), 12);
  b.add(Opcode::Transpose, {z}, {3, 2}, {AttrValue(Ints{1, 0})});
  b.add(Opcode::Constant, {}, {}, {AttrValue(Literal::splat({DType::F32, {}}, 1))});
  EXPECT_EQ(flopsOf(b.p), 12);
  EXPECT_EQ(flopsOf(Program()), 0);
}

TEST(Flops, AContractionIsTwoAProduct) {
  Builder b;
  ValueId x = b.value({5, 2, 3}), y = b.value({5, 3, 4});
  b.add(Opcode::DotGeneral, {x, y}, {5, 2, 4},
        {AttrValue(Ints{0}), AttrValue(Ints{0}), AttrValue(Ints{2}), AttrValue(Ints{1})});
  EXPECT_EQ(flopsOf(b.p), 2 * 5 * 2 * 3 * 4);
  // An outer product, which sums over nothing.
  ValueId u = b.value({6}), v = b.value({7});
  b.add(Opcode::DotGeneral, {u, v}, {6, 7},
        {AttrValue(Ints{}), AttrValue(Ints{}), AttrValue(Ints{}), AttrValue(Ints{})});
  EXPECT_EQ(flopsOf(b.p), 240 + 2 * 6 * 7);
  // The result has no elements, so nothing is computed.
  b.add(Opcode::DotGeneral, {b.value({0, 3}), b.value({3, 4})}, {0, 4},
        {AttrValue(Ints{}), AttrValue(Ints{}), AttrValue(Ints{1}), AttrValue(Ints{0})});
  EXPECT_EQ(flopsOf(b.p), 240 + 84);
}

// NHWC by HWIO with 3 x 3 windows over 8 features in 2 groups of 4.
TEST(Flops, AConvolutionIsTwoAProduct) {
  Builder b;
  Attrs attrs(16);
  attrs[5] = AttrValue(int64_t(0)), attrs[6] = AttrValue(int64_t(3));
  attrs[7] = AttrValue(Ints{1, 2});
  attrs[8] = AttrValue(int64_t(2)), attrs[9] = AttrValue(int64_t(3));
  attrs[10] = AttrValue(Ints{0, 1});
  attrs[11] = AttrValue(int64_t(0)), attrs[12] = AttrValue(int64_t(3));
  attrs[13] = AttrValue(Ints{1, 2});
  attrs[14] = AttrValue(int64_t(2));
  b.add(Opcode::Convolution, {b.value({1, 10, 10, 8}), b.value({3, 3, 4, 6})}, {1, 8, 8, 6}, attrs);
  EXPECT_EQ(flopsOf(b.p), 2.0 * (8 * 8 * 6) * (3 * 3 * 4));
}

TEST(Flops, AReductionCombinesAllButOne) {
  Builder b;
  ValueId x = b.value({4, 5}), zero = b.value({});
  b.add(Opcode::Reduce, {x, zero}, {4}, {AttrValue(Ints{1})}, {b.scalars({Opcode::Add})});
  EXPECT_EQ(flopsOf(b.p), 16);
  // The body has two ops.
  b.add(Opcode::Reduce, {x, zero}, {}, {AttrValue(Ints{0, 1})},
        {b.scalars({Opcode::Multiply, Opcode::Add})});
  EXPECT_EQ(flopsOf(b.p), 16 + 2 * 19);
  // Without elements, the result is the initial value.
  b.add(Opcode::Reduce, {b.value({4, 0}), zero}, {4}, {AttrValue(Ints{1})},
        {b.scalars({Opcode::Add})});
  EXPECT_EQ(flopsOf(b.p), 16 + 38);
}

TEST(Flops, AWindowOfAReduction) {
  Builder b;
  b.add(Opcode::ReduceWindow, {b.value({8, 8}), b.value({})}, {4, 3},
        {AttrValue(Ints{2, 3}), {}, {}, {}, {}}, {b.scalars({Opcode::Maximum})});
  EXPECT_EQ(flopsOf(b.p), 12 * 5);
}

TEST(Flops, ScatterIsOneRunAnUpdateAndSortComparesNLogN) {
  Builder b;
  b.add(Opcode::Scatter, {b.value({50}), b.value({9, 1}), b.value({9})}, {50}, {},
        {b.scalars({Opcode::Add})});
  EXPECT_EQ(flopsOf(b.p), 9);
  // 3 rows of 5 elements take 3 levels of comparisons.
  b.add(Opcode::Sort, {b.value({3, 5})}, {3, 5}, {AttrValue(int64_t(1)), {}},
        {b.scalars({Opcode::Compare})});
  EXPECT_EQ(flopsOf(b.p), 9 + 15 * 3);
}

TEST(Flops, LoopsAreOneIterationAndBranchesTheLargest) {
  Builder b;
  ValueId x = b.value({10});
  b.add(Opcode::While, {x}, {10}, {}, {b.additions(1), b.additions(3)});
  EXPECT_EQ(flopsOf(b.p), 40);
  b.add(Opcode::If, {b.value({})}, {10}, {}, {b.additions(2), b.additions(5)});
  EXPECT_EQ(flopsOf(b.p), 40 + 50);
  b.add(Opcode::Call, {x}, {10}, {}, {b.additions(4)});
  EXPECT_EQ(flopsOf(b.p), 90 + 40);
}

} // namespace
} // namespace lz
