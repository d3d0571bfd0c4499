#include "ShapeTesting.h"

namespace lz::shape {
namespace {

struct DotDims {
  Ints lhsBatching, rhsBatching, lhsContracting, rhsContracting;
};

Query dot(std::string_view lhs, std::string_view rhs, const DotDims& dims) {
  return Query(Opcode::DotGeneral)
      .in(lhs)
      .in(rhs)
      .attr("lhs_batching_dimensions", dims.lhsBatching)
      .attr("rhs_batching_dimensions", dims.rhsBatching)
      .attr("lhs_contracting_dimensions", dims.lhsContracting)
      .attr("rhs_contracting_dimensions", dims.rhsContracting);
}

TEST(DotGeneral, BatchThenFreeDimensions) {
  dot("2x3xf32", "3x5xf32", {{}, {}, {1}, {0}}).gives("2x5xf32");
  dot("7x2x3xf32", "3x5x7xf32", {{0}, {2}, {2}, {0}}).gives("7x2x5xf32");
  dot("3xf32", "3xf32", {{}, {}, {0}, {0}}).gives("f32");
  dot("2xf32", "3xf32", {}).gives("2x3xf32");
  dot("2x0xf32", "0x3xf32", {{}, {}, {1}, {0}}).gives("2x3xf32");
}

TEST(DotGeneral, AccumulationType) {
  dot("2x3xbf16", "3x5xbf16", {{}, {}, {1}, {0}}).stated("f32").gives("2x5xf32");
  dot("2x3xi8", "3x5xi8", {{}, {}, {1}, {0}}).stated("i32").gives("2x5xi32");
  dot("2x3xi8", "3x5xi8", {{}, {}, {1}, {0}}).stated("f32").refused("cannot accumulate i8 in f32");
  dot("2x3xi1", "3x5xi1", {{}, {}, {1}, {0}}).stated("i32").gives("2x5xi32");
  dot("2x3xi32", "3x5xi32", {{}, {}, {1}, {0}}).stated("i1").refused("cannot accumulate i32 in i1");
}

// If one operand is a float and the other an integer, the result has the type of the float.
// Otherwise the result has the type with the larger range.
TEST(DotGeneral, OperandsOfTwoTypes) {
  const DotDims dims{{}, {}, {1}, {0}};
  dot("2x3xi8", "3x5xi16", dims).gives("2x5xi16");
  dot("2x3xi16", "3x5xui16", dims).gives("2x5xi16");
  dot("2x3xui32", "3x5xi8", dims).gives("2x5xui32");
  dot("2x3xi8", "3x5xi16", dims).stated("i32").gives("2x5xi32");
  dot("2x3xbf16", "3x5xi4", dims).gives("2x5xbf16");
  dot("2x3xi4", "3x5xbf16", dims).stated("f32").gives("2x5xf32");
  dot("2x3xf16", "3x5xbf16", dims).gives("2x5xbf16");
  dot("2x3xf32", "3x5xf64", dims).gives("2x5xf64");
  dot("2x3xi64", "3x5xf16", dims).gives("2x5xf16");
  dot("2x3xi8", "3x5xi16", dims).stated("f32").refused("cannot accumulate i16 in f32");
  dot("2x3xi8", "3x5xf32", dims).stated("i32").refused("cannot accumulate f32 in i32");
}

TEST(DotGeneral, Refuses) {
  dot("2x3xf32", "4x5xf32", {{}, {}, {1}, {0}})
      .refused("contracting dimension sizes differ: lhs [2,3] dim 1 is 3, rhs [4,5] dim 0 is 4; "
               "they must be equal");
  dot("2x3xf32", "3x3xf32", {{0}, {0}, {1}, {1}}).refused("batching dimension sizes differ");
  dot("2x3xf32", "3x5xf32", {{}, {}, {1}, {}}).refused("must have the same length");
  dot("2x3xf32", "3x5xf32", {{}, {}, {2}, {0}}).refused("names dimension 2, but lhs has rank 2");
  dot("2x3xf32", "2x3xf32", {{0}, {0}, {0}, {0}}).refused("names dimension 0 twice");
  dot("2x3xf32", "3x5xcomplex<f32>", {{}, {}, {1}, {0}}).refused("different element types");
  dot("2x3xi1", "3x5xi8", {{}, {}, {1}, {0}}).refused("different element types");
  dot("4294967296xf32", "4294967296xf32", {}).refused("does not fit into 63 bits");
}

// NHWC x HWIO -> NHWC.
Query conv(std::string_view lhs, std::string_view rhs) {
  return Query(Opcode::Convolution)
      .in(lhs)
      .in(rhs)
      .attr("input_batch_dimension", 0)
      .attr("input_feature_dimension", 3)
      .attr("input_spatial_dimensions", {1, 2})
      .attr("kernel_input_feature_dimension", 2)
      .attr("kernel_output_feature_dimension", 3)
      .attr("kernel_spatial_dimensions", {0, 1})
      .attr("output_batch_dimension", 0)
      .attr("output_feature_dimension", 3)
      .attr("output_spatial_dimensions", {1, 2})
      .attr("feature_group_count", 1)
      .attr("batch_group_count", 1);
}

TEST(Convolution, Windows) {
  conv("8x28x28x3xf32", "5x5x3x16xf32").gives("8x24x24x16xf32");
  conv("8x28x28x3xf32", "5x5x3x16xf32").attr("padding", {2, 2, 2, 2}).gives("8x28x28x16xf32");
  conv("8x28x28x3xf32", "3x3x3x16xf32").attr("window_strides", {2, 3}).gives("8x13x9x16xf32");
  conv("8x4x4x3xf32", "3x3x3x16xf32").attr("lhs_dilation", {2, 2}).gives("8x5x5x16xf32");
  conv("8x7x7x3xf32", "3x3x3x16xf32").attr("rhs_dilation", {3, 1}).gives("8x1x5x16xf32");
  conv("8x7x7x3xbf16", "3x3x3x16xbf16").stated("f32").gives("8x5x5x16xf32");
  conv("8x2x2x3xf32", "3x3x3x16xf32").gives("8x0x0x16xf32");
  conv("8x7x7x3xi8", "3x3x3x16xi16").stated("i32").gives("8x5x5x16xi32");
  conv("8x7x7x3xbf16", "3x3x3x16xi8").gives("8x5x5x16xbf16");
}

TEST(Convolution, Groups) {
  conv("8x7x7x6xf32", "3x3x2x9xf32").attr("feature_group_count", 3).gives("8x5x5x9xf32");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("batch_group_count", 2).gives("4x5x5x4xf32");
  conv("8x7x7x6xf32", "3x3x2x8xf32")
      .attr("feature_group_count", 3)
      .refused("8 is not divisible by");
  conv("8x7x7x5xf32", "3x3x1x9xf32")
      .attr("feature_group_count", 3)
      .refused("5 is not divisible by");
  conv("7x7x7x3xf32", "3x3x3x4xf32")
      .attr("batch_group_count", 2)
      .refused("the batch size 7 is not");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("batch_group_count", 0).refused("must be positive");
}

TEST(Convolution, Refuses) {
  conv("8x7x7x3xf32", "3x3x2x4xf32").refused("the kernel's input feature size must be 3");
  conv("8x7x7x3xf32", "3x3x3xf32").refused("the same rank");
  conv("8x7x7x3xf32", "3x3x3x4xcomplex<f32>").refused("different element types");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("input_spatial_dimensions", {1, 0}).refused("twice");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("window_strides", {1}).refused("1 entries instead of 2");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("padding", {1, 1}).refused("2 entries instead of 4");
  conv("8x7x7x3xf32", "3x3x3x4xf32").attr("rhs_dilation", {1, 0}).refused("must be positive");
}

} // namespace
} // namespace lz::shape
