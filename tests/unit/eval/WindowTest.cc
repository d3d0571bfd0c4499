#include "semantics/eval/Window.h"

#include "TestProgram.h"

namespace lz::test {
namespace {

TEST(WindowDim, OverlapMatchesElement) {
  for (int64_t stride : {1, 2, 3, 4})
    for (int64_t base : {1, 2, 3})
      for (int64_t dilation : {1, 2})
        for (int64_t low : {-2, 0, 1, 3})
          for (int64_t w = 0; w < 4; ++w) {
            eval::WindowDim dim{5, stride, low, base, dilation};
            auto overlap = dim.overlap(w, 7);
            for (int64_t o = 0, i = 0; o < 7; ++o) {
              if (dim.element(o, w) < 0)
                continue;
              ASSERT_LT(i, overlap.count);
              EXPECT_EQ(o, overlap.first + i * overlap.step);
              EXPECT_EQ(dim.element(o, w), overlap.element + i * overlap.elementStep);
              ++i;
            }
          }
}

TEST(ReduceWindow, MaxPoolWithPadding) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::ReduceWindow, {iotaOf<int32_t>({5}), scalarOf<int32_t>(-9)}, {DType::S32, {3}},
      {{"window_dimensions", Ints{3}}, {"window_strides", Ints{2}}, {"padding", Ints{1, 1}}},
      {p.binaryBody(Opcode::Maximum, DType::S32)});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{1, 3, 4}));
}

// The base is 1 _ 2 _ 3, and windows are at positions 0 and 2 with dilation 2: 1+2, _+_, 2+3. A
// hole counts as the initial value 0.
TEST(ReduceWindow, Dilations) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::ReduceWindow, {tensorOf<int32_t>({3}, {1, 2, 3}), scalarOf<int32_t>(0)},
      {DType::S32, {3}},
      {{"window_dimensions", Ints{2}}, {"base_dilations", Ints{2}}, {"window_dilations", Ints{2}}},
      {p.binaryBody(Opcode::Add, DType::S32)});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{3, 0, 5}));
}

TEST(ReduceWindow, TwoDims) {
  TestProgram p;
  Literal y = runOne(p, Opcode::ReduceWindow, {iotaOf<float>({3, 3}), scalarOf<float>(0)},
                     {DType::F32, {2, 2}}, {{"window_dimensions", Ints{2, 2}}},
                     {p.binaryBody(Opcode::Add, DType::F32)});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{8, 12, 20, 24}));
}

constexpr int64_t kGreaterEqual = 2;

Region greaterEqual(TestProgram& p) {
  Region region;
  ValueId a = p.param(region, {DType::F32, {}}), b = p.param(region, {DType::F32, {}});
  region.results = {p.op(region, Opcode::Compare, {a, b}, {DType::Pred, {}},
                         {{"comparison_direction", kGreaterEqual}})};
  return region;
}

// The windows are {1,5}, {5,2} and {2,2}. Element 1 is selected twice. In the last window both
// elements are equal, and element 2 is selected because it is the earlier one.
TEST(SelectAndScatter, MaxPoolGradient) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::SelectAndScatter,
      {tensorOf<float>({4}, {1, 5, 2, 2}), tensorOf<float>({3}, {10, 20, 30}), scalarOf<float>(0)},
      {DType::F32, {4}}, {{"window_dimensions", Ints{2}}},
      {greaterEqual(p), p.binaryBody(Opcode::Add, DType::F32)});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{0, 30, 30, 0}));
}

// All elements are below zero, and padding is never picked.
TEST(SelectAndScatter, PaddingIsNotPicked) {
  TestProgram p;
  Literal y = runOne(
      p, Opcode::SelectAndScatter,
      {tensorOf<float>({3}, {-3, -2, -1}), tensorOf<float>({2}, {10, 20}), scalarOf<float>(1)},
      {DType::F32, {3}},
      {{"window_dimensions", Ints{3}}, {"window_strides", Ints{2}}, {"padding", Ints{1, 1}}},
      {greaterEqual(p), p.binaryBody(Opcode::Add, DType::F32)});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{1, 11, 21}));
}

} // namespace
} // namespace lz::test
