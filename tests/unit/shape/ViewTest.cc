#include "ShapeTesting.h"

namespace lz::shape {
namespace {

TEST(View, BroadcastInDim) {
  auto broadcast = [](std::string_view from, std::string_view to, Ints dims) {
    return Query(Opcode::BroadcastInDim).in(from).stated(to).attr("broadcast_dimensions", dims);
  };
  broadcast("3xf32", "2x3xf32", {1}).gives("2x3xf32");
  broadcast("1x3xf32", "3x5xf32", {1, 0}).gives("3x5xf32");
  broadcast("f32", "0xf32", {}).gives("0xf32");
  broadcast("3xf32", "2x4xf32", {1}).refused("does not broadcast to dim 1 of size 4 of [2,4]");
  broadcast("3xf32", "2x3xf32", {2}).refused("names dimension 2, but the result has rank 2");
  broadcast("3xf32", "2x3xf32", {-1}).refused("names dimension -1");
  broadcast("3xf32", "2x3xf32", {0, 1}).refused("has 2 entries instead of 1");
  broadcast("3x3xf32", "3x3xf32", {1, 1}).refused("names dimension 1 twice");
  broadcast("f32", "4294967296x4294967296xf32", {}).refused("does not fit into 63 bits");
  broadcast("f32", "-2xf32", {}).refused("negative");
}

TEST(View, Reshape) {
  Query(Opcode::Reshape).in("2x3xf32").stated("6xf32").gives("6xf32");
  Query(Opcode::Reshape).in("1x1xi8").stated("i8").gives("i8");
  Query(Opcode::Reshape).in("0x3xf32").stated("5x0xf32").gives("5x0xf32");
  Query(Opcode::Reshape)
      .in("2x3xf32")
      .stated("5xf32")
      .refused("cannot reshape [2,3] with 6 elements to [5] with 5");
  Query(Opcode::Reshape).in("2x3xf32").stated("-2x-3xf32").refused("negative");
  Query(Opcode::Reshape)
      .in("0xf32")
      .stated("4294967296x4294967296xf32")
      .refused("does not fit into 63 bits");
  Query(Opcode::Reshape).in("2xf32").refused("result shape is missing");
}

TEST(View, BitcastConvert) {
  Query(Opcode::BitcastConvert).in("2xf32").stated("2xi32").gives("2xi32");
  Query(Opcode::BitcastConvert).in("2xf32").stated("2x4xui8").gives("2x4xui8");
  Query(Opcode::BitcastConvert).in("2x4xui8").stated("2xf32").gives("2xf32");
  Query(Opcode::BitcastConvert).in("2x3xui8").stated("2xf32").refused("last dimension must be 4");
  Query(Opcode::BitcastConvert).in("15xi1").stated("i16").refused("last dimension must be 16");
  Query(Opcode::BitcastConvert).in("3x16xi1").stated("3xi16").gives("3xi16");
  Query(Opcode::BitcastConvert).in("3xf64").stated("3x64xi1").gives("3x64xi1");
  Query(Opcode::BitcastConvert)
      .in("2xcomplex<f64>")
      .stated("2x2xcomplex<f32>")
      .gives("2x2xcomplex<f32>");
  Query(Opcode::BitcastConvert).in("3xf6E2M3FN").stated("3x6xi1").refused("have a byte each");
}

TEST(View, TransposeAndReverse) {
  Query(Opcode::Transpose).in("2x3x5xf32").attr("permutation", {2, 0, 1}).gives("5x2x3xf32");
  Query(Opcode::Transpose).in("2x3xf32").attr("permutation", {0, 0}).refused("dimension 0 twice");
  Query(Opcode::Transpose).in("2x3xf32").attr("permutation", {0}).refused("1 entries instead of 2");
  Query(Opcode::Reverse).in("2x3xf32").attr("dimensions", {1}).gives("2x3xf32");
  Query(Opcode::Reverse).in("2x3xf32").attr("dimensions", {2}).refused("names dimension 2");
}

Query slice(Ints starts, Ints limits, Ints strides) {
  return Query(Opcode::Slice)
      .in("5x7xf32")
      .attr("start_indices", starts)
      .attr("limit_indices", limits)
      .attr("strides", strides);
}

TEST(View, Slice) {
  slice({1, 0}, {4, 7}, {1, 3}).gives("3x3xf32");
  slice({5, 2}, {5, 2}, {1, 1}).gives("0x0xf32");
  slice({0, 0}, {6, 7}, {1, 1}).refused("range 0:6 of dim 0 is outside of operand [5,7]");
  slice({2, 0}, {1, 7}, {1, 1}).refused("0 <= start <= limit <= 5");
  slice({0, 0}, {5, 7}, {1, 0}).refused("must be positive");
  slice({0}, {5, 7}, {1, 1}).refused("start_indices [0] has 1 entries instead of 2");
}

Query pad(std::string_view operand, Ints low, Ints high, Ints interior) {
  return Query(Opcode::Pad)
      .in(operand)
      .in("f32")
      .attr("edge_padding_low", low)
      .attr("edge_padding_high", high)
      .attr("interior_padding", interior);
}

TEST(View, Pad) {
  pad("3xf32", {1}, {-1}, {2}).gives("7xf32");
  pad("0xf32", {1}, {1}, {5}).gives("2xf32");
  pad("3xf32", {-2}, {-2}, {0}).refused("removes more than dim 0");
  pad("3xf32", {0}, {0}, {-1}).refused("must not be negative");
  pad("3xf32", {INT64_MAX}, {INT64_MAX}, {0}).refused("does not fit into 63 bits");
  pad("3xf64", {0}, {0}, {0}).refused("different element types");
  pad("3xf32", {0, 0}, {0}, {0}).refused("edge_padding_low [0,0] has 2 entries instead of 1");
}

TEST(View, Concatenate) {
  Query(Opcode::Concatenate).in("2x3xf32").in("2x4xf32").attr("dimension", 1).gives("2x7xf32");
  Query(Opcode::Concatenate).in("2x3xf32").attr("dimension", 0).gives("2x3xf32");
  Query(Opcode::Concatenate).attr("dimension", 0).refused("at least one operand");
  Query(Opcode::Concatenate)
      .in("2x3xf32")
      .in("3x3xf32")
      .attr("dimension", 1)
      .refused("does not fit");
  Query(Opcode::Concatenate).in("2xf32").in("2xi32").attr("dimension", 0).refused("does not fit");
  Query(Opcode::Concatenate).in("2xf32").in("2x2xf32").attr("dimension", 0).refused("does not fit");
  Query(Opcode::Concatenate).in("2xf32").attr("dimension", 1).refused("dimension 1 is outside");
}

TEST(Source, Iota) {
  Query(Opcode::Iota).stated("2x3xi32").attr("iota_dimension", 1).gives("2x3xi32");
  Query(Opcode::Iota).stated("2x3xi32").attr("iota_dimension", 2).refused("outside of the result");
  Query(Opcode::Iota).stated("i32").attr("iota_dimension", 0).refused("outside of the result");
  Query(Opcode::Iota).stated("2xi1").attr("iota_dimension", 0).refused("cannot count in i1");
}

TEST(Source, Constant) {
  Query(Opcode::Constant).attr("value", AttrValue(Literal(parseType("2x3xf32")))).gives("2x3xf32");
  Query(Opcode::Constant).refused("value is missing");
}

} // namespace
} // namespace lz::shape
