#include "TestProgram.h"

namespace lz::test {
namespace {

TEST(Bitcast, ChangesTheWidth) {
  Literal one = tensorOf<float>({1}, {1.0f});
  Literal bytes = runOne(Opcode::BitcastConvert, {one}, {DType::U8, {1, 4}});
  EXPECT_EQ(valuesOf<uint8_t>(bytes), (std::vector<uint8_t>{0, 0, 0x80, 0x3f}));
  Literal back = runOne(Opcode::BitcastConvert, {bytes}, {DType::F32, {1}});
  EXPECT_EQ(valuesOf<float>(back), std::vector<float>{1.0f});
}

TEST(View, BroadcastRepeatsSizeOneAndNewDims) {
  Literal x = tensorOf<int32_t>({2, 1}, {7, 8});
  Literal y = runOne(Opcode::BroadcastInDim, {x}, {DType::S32, {3, 2, 2}},
                     {{"broadcast_dimensions", Ints{1, 2}}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{7, 7, 8, 8, 7, 7, 8, 8, 7, 7, 8, 8}));
}

TEST(View, BroadcastCanSwapDims) {
  Literal y = runOne(Opcode::BroadcastInDim, {tensorOf<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6})},
                     {DType::S32, {3, 2}}, {{"broadcast_dimensions", Ints{1, 0}}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{1, 4, 2, 5, 3, 6}));
}

TEST(View, Transpose) {
  Literal y = runOne(Opcode::Transpose, {iotaOf<int32_t>({2, 1, 3})}, {DType::S32, {3, 2, 1}},
                     {{"permutation", Ints{2, 0, 1}}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
}

TEST(View, SliceWithStride) {
  Literal y = runOne(
      Opcode::Slice, {iotaOf<float>({3, 5})}, {DType::F32, {2, 2}},
      {{"start_indices", Ints{1, 0}}, {"limit_indices", Ints{3, 4}}, {"strides", Ints{1, 3}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{5, 8, 10, 13}));
}

TEST(View, ReverseOneDim) {
  Literal y = runOne(Opcode::Reverse, {iotaOf<BF16>({2, 3})}, {DType::BF16, {2, 3}},
                     {{"dimensions", Ints{1}}});
  EXPECT_EQ(y.toDouble(0), 2);
  EXPECT_EQ(y.toDouble(5), 3);
}

TEST(View, EmptyTensorsPassThrough) {
  Literal empty(TensorType{DType::F64, {0, 3}});
  EXPECT_EQ(runOne(Opcode::Transpose, {empty}, {DType::F64, {3, 0}}, {{"permutation", Ints{1, 0}}})
                .type()
                .numElements(),
            0);
  EXPECT_EQ(runOne(Opcode::Reverse, {empty}, {DType::F64, {0, 3}}, {{"dimensions", Ints{0, 1}}})
                .type()
                .numElements(),
            0);
}

TEST(View, Concatenate) {
  Literal y = runOne(Opcode::Concatenate,
                     {iotaOf<int32_t>({2, 2}), Literal(TensorType{DType::S32, {2, 0}}),
                      tensorOf<int32_t>({2, 1}, {8, 9})},
                     {DType::S32, {2, 3}}, {{"dimension", int64_t(1)}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{0, 1, 8, 2, 3, 9}));
}

Literal pad(int64_t low, int64_t high, int64_t interior, int64_t size) {
  return runOne(Opcode::Pad, {tensorOf<int32_t>({3}, {1, 2, 3}), scalarOf<int32_t>(0)},
                {DType::S32, {size}},
                {{"edge_padding_low", Ints{low}},
                 {"edge_padding_high", Ints{high}},
                 {"interior_padding", Ints{interior}}});
}

TEST(View, PadAllDirections) {
  EXPECT_EQ(valuesOf<int32_t>(pad(1, 2, 1, 8)), (std::vector<int32_t>{0, 1, 0, 2, 0, 3, 0, 0}));
  EXPECT_EQ(valuesOf<int32_t>(pad(-1, -1, 0, 1)), (std::vector<int32_t>{2}));
  // Elements are at positions -1, 2, 5; the result keeps positions 0 to 3.
  EXPECT_EQ(valuesOf<int32_t>(pad(-1, -2, 2, 4)), (std::vector<int32_t>{0, 0, 2, 0}));
  EXPECT_EQ(valuesOf<int32_t>(pad(-4, 2, 0, 1)), (std::vector<int32_t>{0}));
}

TEST(Source, Iota) {
  Literal y = runOne(Opcode::Iota, {}, {DType::F16, {2, 3}}, {{"iota_dimension", int64_t(1)}});
  EXPECT_EQ(y.toDouble(4), 1);
  Literal z = runOne(Opcode::Iota, {}, {DType::U8, {300}}, {{"iota_dimension", int64_t(0)}});
  EXPECT_EQ(z.toInt(299), 299 - 256);
}

} // namespace
} // namespace lz::test
