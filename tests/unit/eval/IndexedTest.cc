#include "TestProgram.h"

namespace lz::test {
namespace {

TEST(DynamicSlice, StartsAreClamped) {
  Literal y = runOne(Opcode::DynamicSlice,
                     {iotaOf<float>({3, 4}), scalarOf<int32_t>(-5), scalarOf<int32_t>(9)},
                     {DType::F32, {2, 2}}, {{"slice_sizes", Ints{2, 2}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{2, 3, 6, 7}));
}

TEST(DynamicSlice, HugeUnsignedStartIsPastTheEnd) {
  Literal y = runOne(Opcode::DynamicSlice, {iotaOf<float>({5}), scalarOf<uint64_t>(~uint64_t(0))},
                     {DType::F32, {2}}, {{"slice_sizes", Ints{2}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{3, 4}));
}

TEST(DynamicUpdateSlice, WritesAndLeavesTheOperand) {
  Literal x = iotaOf<int32_t>({5});
  Literal y =
      runOne(Opcode::DynamicUpdateSlice,
             {x, tensorOf<int32_t>({2}, {70, 80}), scalarOf<int64_t>(4)}, {DType::S32, {5}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{0, 1, 2, 70, 80}));
  EXPECT_EQ(x.toInt(3), 3);
}

// Takes rows 2, -1 (clamped to 0) and 9 (clamped to 2) of a 3 x 2 table.
TEST(Gather, RowsAreClamped) {
  Literal y = runOne(Opcode::Gather, {iotaOf<float>({3, 2}), tensorOf<int32_t>({3, 1}, {2, -1, 9})},
                     {DType::F32, {3, 2}},
                     {{"offset_dims", Ints{1}},
                      {"collapsed_slice_dims", Ints{0}},
                      {"start_index_map", Ints{0}},
                      {"index_vector_dim", int64_t(1)},
                      {"slice_sizes", Ints{1, 2}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{4, 5, 0, 1, 4, 5}));
}

// Index vectors have one component, without a dimension for it. The window dimension comes before
// the batch dimension.
TEST(Gather, ImplicitVectorDimAndLeadingOffset) {
  Literal y = runOne(Opcode::Gather, {iotaOf<float>({2, 3}), tensorOf<int64_t>({2}, {2, 1})},
                     {DType::F32, {2, 2}},
                     {{"offset_dims", Ints{0}},
                      {"collapsed_slice_dims", Ints{1}},
                      {"start_index_map", Ints{1}},
                      {"index_vector_dim", int64_t(1)},
                      {"slice_sizes", Ints{2, 1}}});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{2, 1, 5, 4}));
}

// Row i of the indices reads from row i of the operand.
TEST(Gather, BatchingDims) {
  Literal y =
      runOne(Opcode::Gather, {iotaOf<int32_t>({2, 4}), tensorOf<int32_t>({2, 2, 1}, {3, 0, 1, 1})},
             {DType::S32, {2, 2}},
             {{"collapsed_slice_dims", Ints{1}},
              {"operand_batching_dims", Ints{0}},
              {"start_indices_batching_dims", Ints{0}},
              {"start_index_map", Ints{1}},
              {"index_vector_dim", int64_t(2)},
              {"slice_sizes", Ints{1, 1}}});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{3, 0, 5, 5}));
}

const Named kScatterWindows = {{"update_window_dims", Ints{1}},
                               {"scatter_dims_to_operand_dims", Ints{0}},
                               {"index_vector_dim", int64_t(1)}};

TEST(Scatter, RepeatedIndicesAddUp) {
  TestProgram p;
  Literal y = runOne(p, Opcode::Scatter,
                     {iotaOf<float>({5}), tensorOf<int32_t>({3, 1}, {1, 2, 1}),
                      tensorOf<float>({3, 2}, {10, 20, 30, 40, 50, 60})},
                     {DType::F32, {5}}, kScatterWindows, {p.binaryBody(Opcode::Add, DType::F32)});
  EXPECT_EQ(valuesOf<float>(y), (std::vector<float>{0, 61, 112, 43, 4}));
}

// The window at 4 extends one element too far, so none of it is written.
TEST(Scatter, WindowPartlyOutsideIsDropped) {
  TestProgram p;
  Literal y = runOne(p, Opcode::Scatter,
                     {iotaOf<int32_t>({5}), tensorOf<int32_t>({3, 1}, {4, -1, 3}),
                      tensorOf<int32_t>({3, 2}, {10, 20, 30, 40, 50, 60})},
                     {DType::S32, {5}}, kScatterWindows, {p.secondBody(DType::S32)});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{0, 1, 2, 50, 60}));
}

// The region is called with (current, update): current - update.
TEST(Scatter, OrderOfRegionArguments) {
  TestProgram p;
  Literal y =
      runOne(p, Opcode::Scatter,
             {iotaOf<int32_t>({3}), tensorOf<int32_t>({1, 1}, {2}), tensorOf<int32_t>({1}, {7})},
             {DType::S32, {3}},
             {{"inserted_window_dims", Ints{0}},
              {"scatter_dims_to_operand_dims", Ints{0}},
              {"index_vector_dim", int64_t(1)}},
             {p.binaryBody(Opcode::Subtract, DType::S32)});
  EXPECT_EQ(valuesOf<int32_t>(y), (std::vector<int32_t>{0, 1, -5}));
}

// There are two operands, and the body swaps the roles of their updates.
TEST(Scatter, Variadic) {
  TestProgram p;
  Region body;
  ValueId params[4];
  for (ValueId& id : params)
    id = p.param(body, {DType::S32, {}});
  body.results = {params[3], params[2]};
  auto y = runOp(p, Opcode::Scatter,
                 {iotaOf<int32_t>({3}), iotaOf<int32_t>({3}), tensorOf<int32_t>({1, 1}, {1}),
                  tensorOf<int32_t>({1}, {7}), tensorOf<int32_t>({1}, {8})},
                 {{DType::S32, {3}}, {DType::S32, {3}}},
                 {{"inserted_window_dims", Ints{0}},
                  {"scatter_dims_to_operand_dims", Ints{0}},
                  {"index_vector_dim", int64_t(1)}},
                 {body});
  ASSERT_TRUE(y.ok()) << y.status();
  EXPECT_EQ(valuesOf<int32_t>((*y)[0]), (std::vector<int32_t>{0, 8, 2}));
  EXPECT_EQ(valuesOf<int32_t>((*y)[1]), (std::vector<int32_t>{0, 7, 2}));
}

} // namespace
} // namespace lz::test
