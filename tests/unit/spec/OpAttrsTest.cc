#include "spec/OpAttrs.inc.h"
#include "spec/OpInfo.h"

#include <gtest/gtest.h>

namespace lz {
namespace {

// Returns attributes of the op, of which only the named ones are set.
Attrs attrsOf(Opcode opcode, const std::vector<std::pair<std::string_view, AttrValue>>& named) {
  absl::Span<const AttrInfo> infos = opInfo(opcode).attrs;
  Attrs attrs(infos.size());
  for (const auto& [name, value] : named)
    for (size_t i = 0; i < infos.size(); ++i)
      if (infos[i].name == name)
        attrs[i] = value;
  return attrs;
}

Ints ints(absl::Span<const int64_t> list) {
  return Ints(list.begin(), list.end());
}

TEST(OpAttrsTest, WhatIsNotGivenIsAsTheEntrySays) {
  Attrs none(opInfo(Opcode::Convolution).attrs.size());
  ConvolutionAttrs attrs(none);
  EXPECT_TRUE(attrs.windowStrides().given().empty());
  EXPECT_EQ(attrs.windowStrides()[1], 1);
  EXPECT_EQ(attrs.padding()[3], 0);
  EXPECT_EQ(attrs.rhsDilation().first(2), (Ints{1, 1}));
  EXPECT_EQ(attrs.featureGroupCount(), 1);
  EXPECT_TRUE(attrs.inputSpatialDimensions().empty());
  EXPECT_FALSE(ScatterAttrs(Attrs()).uniqueIndices());
  EXPECT_EQ(CompareAttrs(Attrs()).compareType(), ComparisonType::NOTYPE);
  EXPECT_EQ(CustomCallAttrs(Attrs()).callTargetName(), "");
  EXPECT_FALSE(ConstantAttrs(Attrs()).value().valid());
}

TEST(OpAttrsTest, AccessorsReadTheAttributesOfTheirNames) {
  Attrs values = attrsOf(Opcode::Convolution, {{"window_strides", Ints{2, 3}},
                                               {"window_reversal", Ints{0, 1}},
                                               {"kernel_output_feature_dimension", int64_t(3)},
                                               {"output_spatial_dimensions", Ints{1, 2}},
                                               {"batch_group_count", int64_t(4)}});
  ConvolutionAttrs attrs(values);
  EXPECT_EQ(attrs.windowStrides()[1], 3);
  EXPECT_EQ(ints(attrs.windowStrides().given()), (Ints{2, 3}));
  EXPECT_EQ(attrs.windowReversal()[1], 1);
  EXPECT_EQ(attrs.kernelOutputFeatureDimension(), 3);
  EXPECT_EQ(ints(attrs.outputSpatialDimensions()), (Ints{1, 2}));
  EXPECT_EQ(attrs.batchGroupCount(), 4);
  EXPECT_EQ(attrs.featureGroupCount(), 1);
}

TEST(OpAttrsTest, AttributesOfAllKindsAreRead) {
  Attrs compare = attrsOf(Opcode::Compare,
                          {{"comparison_direction", int64_t(5)}, {"compare_type", int64_t(2)}});
  EXPECT_EQ(CompareAttrs(compare).comparisonDirection(), ComparisonDirection::LT);
  EXPECT_EQ(CompareAttrs(compare).compareType(), ComparisonType::TOTALORDER);
  Attrs scatter = attrsOf(Opcode::Scatter, {{"unique_indices", int64_t(1)}});
  EXPECT_TRUE(ScatterAttrs(scatter).uniqueIndices());
  Attrs call = attrsOf(Opcode::CustomCall, {{"call_target_name", std::string("Sharding")}});
  EXPECT_EQ(CustomCallAttrs(call).callTargetName(), "Sharding");
  Attrs constant = attrsOf(Opcode::Constant, {{"value", Literal::splat({DType::F32, {2}}, 3)}});
  EXPECT_EQ(ConstantAttrs(constant).value().toInt(1), 3);
}

} // namespace
} // namespace lz
