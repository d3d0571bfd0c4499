#include "spec/OpInfo.h"

#include "gtest/gtest.h"

#include <set>

namespace lz {
namespace {

std::vector<std::string_view> attrNames(Opcode opcode) {
  std::vector<std::string_view> names;
  for (const AttrInfo& attr : opInfo(opcode).attrs)
    names.push_back(attr.name);
  return names;
}

TEST(OpInfo, RowsStandAtTheirOpcodes) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    EXPECT_EQ(size_t(info.opcode), i);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.summary.empty()) << info.name;
    EXPECT_EQ(findOp(info.name), &info);
    EXPECT_EQ(findOp(info.fullName), &info);
  }
}

TEST(OpInfo, FindsByBothNames) {
  EXPECT_EQ(findOp("stablehlo.add")->opcode, Opcode::Add);
  EXPECT_EQ(findOp("erf"), findOp("chlo.erf"));
  EXPECT_EQ(findOp("func.call")->opcode, Opcode::Call);
  EXPECT_EQ(findOp("stablehlo.return"), nullptr); // programs have Region::results
  EXPECT_EQ(findOp("stablehlo.tanhh"), nullptr);
  EXPECT_EQ(findOp(""), nullptr);
}

TEST(OpInfo, Counts) {
  EXPECT_EQ(opInfo(Opcode::Add).numOperands, 2);
  EXPECT_TRUE(opInfo(Opcode::Add).commutative);
  EXPECT_FALSE(opInfo(Opcode::Subtract).commutative);
  EXPECT_EQ(opInfo(Opcode::Concatenate).numOperands, -1);
  EXPECT_EQ(opInfo(Opcode::While).numRegions, 2);
  EXPECT_EQ(opInfo(Opcode::Case).numRegions, -1);
  EXPECT_EQ(opInfo(Opcode::Reduce).numResults, -1);
  EXPECT_EQ(opInfo(Opcode::Gather).numResults, 1);
  EXPECT_TRUE(opInfo(Opcode::CustomCall).hasSideEffect);
  EXPECT_FALSE(opInfo(Opcode::Scatter).hasSideEffect);
}

TEST(OpInfo, StructAttributesAreFlattened) {
  EXPECT_EQ(
      attrNames(Opcode::DotGeneral),
      (std::vector<std::string_view>{"lhs_batching_dimensions", "rhs_batching_dimensions",
                                     "lhs_contracting_dimensions", "rhs_contracting_dimensions"}));
  EXPECT_EQ(
      attrNames(Opcode::Gather),
      (std::vector<std::string_view>{"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                                     "start_indices_batching_dims", "start_index_map",
                                     "index_vector_dim", "slice_sizes", "indices_are_sorted"}));
  const AttrInfo& layout = opInfo(Opcode::Convolution).attrs[5];
  EXPECT_EQ(layout.name, "input_batch_dimension");
  EXPECT_EQ(layout.kind, AttrKind::Int);
  EXPECT_FALSE(layout.optional);
}

TEST(OpInfo, AttributeKinds) {
  absl::Span<const AttrInfo> compare = opInfo(Opcode::Compare).attrs;
  ASSERT_EQ(compare.size(), 2u);
  EXPECT_EQ(compare[0].kind, AttrKind::Enum);
  EXPECT_EQ(compare[0].enumName, "ComparisonDirection");
  EXPECT_FALSE(compare[0].optional);
  EXPECT_TRUE(compare[1].optional);
  EXPECT_EQ(opInfo(Opcode::Constant).attrs[0].kind, AttrKind::Literal);
  EXPECT_EQ(opInfo(Opcode::CustomCall).attrs[0].kind, AttrKind::String);
  EXPECT_EQ(opInfo(Opcode::Pad).attrs[0].kind, AttrKind::Ints);
  EXPECT_EQ(opInfo(Opcode::Scatter).attrs.back().kind, AttrKind::Bool);
  // result_accuracy is not an attribute of the op; it is only passed through.
  EXPECT_TRUE(opInfo(Opcode::Exponential).attrs.empty());
}

TEST(OpInfo, TypeClasses) {
  EXPECT_TRUE(accepts(opInfo(Opcode::Add).types, DType::Pred));
  EXPECT_FALSE(accepts(opInfo(Opcode::Subtract).types, DType::Pred));
  EXPECT_TRUE(accepts(opInfo(Opcode::Tanh).types, DType::BF16));
  EXPECT_FALSE(accepts(opInfo(Opcode::Tanh).types, DType::S32));
  EXPECT_FALSE(accepts(opInfo(Opcode::Abs).types, DType::U8));
  EXPECT_FALSE(accepts(TypeClass::Any, DType::Invalid));
}

} // namespace
} // namespace lz
