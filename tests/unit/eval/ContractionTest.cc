#include "TestProgram.h"

#include <cmath>
#include <limits>

namespace lz::test {
namespace {

TEST(DotGeneral, MatrixProduct) {
  Literal y = runOne(
      Opcode::DotGeneral, {iotaOf<float>({2, 3}), iotaOf<float>({3, 2})}, {DType::F32, {2, 2}},
      {{"lhs_contracting_dimensions", Ints{1}}, {"rhs_contracting_dimensions", Ints{0}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{10, 13, 28, 40}));
}

// The batch dimension is last on the left and first on the right; two contracted dims are in
// different orders.
TEST(DotGeneral, BatchAndTwoContractions) {
  Literal lhs = iotaOf<int32_t>({2, 3, 2}), rhs = iotaOf<int32_t>({2, 3, 2});
  Literal y = runOne(Opcode::DotGeneral, {lhs, rhs}, {DType::S32, {2}},
                     {{"lhs_batching_dimensions", Ints{2}},
                      {"rhs_batching_dimensions", Ints{0}},
                      {"lhs_contracting_dimensions", Ints{0, 1}},
                      {"rhs_contracting_dimensions", Ints{2, 1}}});
  auto expected = [&](int b) {
    int sum = 0;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        sum += (i * 6 + j * 2 + b) * (b * 6 + j * 2 + i);
    return sum;
  };
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{expected(0), expected(1)}));
}

TEST(DotGeneral, HalvesSumInFloatAndIntegersWiden) {
  // 2048 + 1 is not an f16, so a sum in f16 would give 2048.
  Literal y =
      runOne(Opcode::DotGeneral,
             {tensorOf<F16>({3}, {F16(2048), F16(1), F16(1)}),
              tensorOf<F16>({3}, {F16(1), F16(1), F16(1)})},
             {DType::F16, {}},
             {{"lhs_contracting_dimensions", Ints{0}}, {"rhs_contracting_dimensions", Ints{0}}});
  EXPECT_EQ(y.toDouble(0), 2050);
  Literal z = runOne(
      Opcode::DotGeneral, {tensorOf<int8_t>({2}, {-128, 127}), tensorOf<int8_t>({2}, {-128, 2})},
      {DType::S32, {}},
      {{"lhs_contracting_dimensions", Ints{0}}, {"rhs_contracting_dimensions", Ints{0}}});
  EXPECT_EQ(z.toInt(0), 16384 + 254);
}

TEST(DotGeneral, EmptyContractionIsZero) {
  Literal y =
      runOne(Opcode::DotGeneral,
             {Literal(TensorType{DType::F32, {2, 0}}), Literal(TensorType{DType::F32, {0, 1}})},
             {DType::F32, {2, 1}},
             {{"lhs_contracting_dimensions", Ints{1}}, {"rhs_contracting_dimensions", Ints{0}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{0, 0}));
}

// One spatial dim: input [b, 0, f], kernel [0, i, o], output [b, 0, f].
Named conv(Named more) {
  Named attrs = {{"input_batch_dimension", int64_t(0)},
                 {"input_feature_dimension", int64_t(2)},
                 {"input_spatial_dimensions", Ints{1}},
                 {"kernel_input_feature_dimension", int64_t(1)},
                 {"kernel_output_feature_dimension", int64_t(2)},
                 {"kernel_spatial_dimensions", Ints{0}},
                 {"output_batch_dimension", int64_t(0)},
                 {"output_feature_dimension", int64_t(2)},
                 {"output_spatial_dimensions", Ints{1}},
                 {"feature_group_count", int64_t(1)},
                 {"batch_group_count", int64_t(1)}};
  for (auto& [name, value] : more) {
    std::erase_if(attrs, [&](auto& old) { return old.first == name; });
    attrs.emplace_back(name, value);
  }
  return attrs;
}

TEST(Convolution, PaddingStrideAndReversal) {
  Literal x = tensorOf<float>({1, 4, 1}, {1, 2, 3, 4}),
          k = tensorOf<float>({3, 1, 1}, {1, 10, 100});
  EXPECT_EQ(valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 2, 1}},
                                   conv({{"padding", Ints{1, 1}}, {"window_strides", Ints{2}}}))),
            (std::vector<float>{210, 432}));
  EXPECT_EQ(valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 2, 1}},
                                   conv({{"window_reversal", Ints{1}}}))),
            (std::vector<float>{123, 234}));
}

// As StableHLO's specification says, the sums are over the padded input.
TEST(Convolution, PaddingTimesInfinityIsNan) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Literal x = tensorOf<float>({1, 2, 1}, {1, 2}), k = tensorOf<float>({2, 1, 1}, {kInfinity, 1});
  auto sums = valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 2, 1}},
                                     conv({{"padding", Ints{1, 0}}})));
  EXPECT_TRUE(std::isnan(sums[0]));
  EXPECT_EQ(sums[1], kInfinity);
}

// The input 1 _ 2 and the kernel 1 _ 10 have holes at the same position, so the result is 1 * 1 + 2
// * 10.
TEST(Convolution, BothDilations) {
  Literal x = tensorOf<float>({1, 2, 1}, {1, 2}), k = tensorOf<float>({2, 1, 1}, {1, 10});
  EXPECT_EQ(valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 1, 1}},
                                   conv({{"lhs_dilation", Ints{2}}, {"rhs_dilation", Ints{2}}}))),
            (std::vector<float>{21}));
}

TEST(Convolution, FeatureGroups) {
  Literal x = tensorOf<float>({1, 1, 2}, {3, 5}), k = tensorOf<float>({1, 1, 4}, {1, 2, 3, 4});
  EXPECT_EQ(valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 1, 4}},
                                   conv({{"feature_group_count", int64_t(2)}}))),
            (std::vector<float>{3, 6, 15, 20}));
}

TEST(Convolution, BatchGroups) {
  Literal x = tensorOf<float>({2, 1, 1}, {3, 5}), k = tensorOf<float>({1, 1, 2}, {10, 100});
  EXPECT_EQ(valuesOf<float>(runOne(Opcode::Convolution, {x, k}, {DType::F32, {1, 1, 2}},
                                   conv({{"batch_group_count", int64_t(2)}}))),
            (std::vector<float>{30, 500}));
}

} // namespace
} // namespace lz::test
