#include "ShapeTesting.h"

namespace lz::shape {
namespace {

Query sum(std::string_view input, Ints dims) {
  return Query(Opcode::Reduce).in(input).in("f32").attr("dimensions", dims);
}

TEST(Reduce, RemovesDimensions) {
  sum("2x3x5xf32", {2, 0}).region({"f32", "f32"}, {"f32"}).gives("3xf32");
  sum("2x3xf32", {}).region({"f32", "f32"}, {"f32"}).gives("2x3xf32");
}

TEST(Reduce, SeveralValues) {
  Query(Opcode::Reduce)
      .in("2x3xf32")
      .in("2x3xi32")
      .in("f32")
      .in("i32")
      .attr("dimensions", {1})
      .region({"f32", "i32", "f32", "i32"}, {"f32", "i32"})
      .gives("2xf32", "2xi32");
}

TEST(Reduce, AccumulatesInAWiderType) {
  Query(Opcode::Reduce)
      .in("4xbf16")
      .in("bf16")
      .attr("dimensions", {0})
      .region({"f32", "f32"}, {"f32"})
      .gives("f32");
  sum("4xf32", {0}).region({"bf16", "bf16"}, {"bf16"}).refused("cannot represent f32");
}

TEST(Reduce, Refuses) {
  sum("2x3xf32", {2}).region({"f32", "f32"}, {"f32"}).refused("names dimension 2");
  sum("2x3xf32", {1, 1}).region({"f32", "f32"}, {"f32"}).refused("dimension 1 twice");
  sum("2x3xf32", {1}).refused("takes 1 regions, but got 0");
  sum("2x3xf32", {1}).region({"f32"}, {"f32"}).refused("must take 2 scalars");
  sum("2x3xf32", {1}).region({"f32", "f32"}, {"f32", "f32"}).refused("must return 1 scalar");
  sum("2x3xf32", {1}).region({"f32", "f64"}, {"f32"}).refused("the same type for value 0");
  sum("2x3xi32", {1}).region({"i32", "i32"}, {"i32"}).refused("initial value 0 is tensor<f32>");
  sum("2x3xf32", {1}).in("f32").region({"f32", "f32"}, {"f32"}).refused("got 3 operands");
  Query(Opcode::Reduce)
      .in("2xf32")
      .in("2xf32")
      .attr("dimensions", {0})
      .region({"f32", "f32"}, {"f32"})
      .refused("initial value 0 must be a scalar, but has shape [2]");
}

Query pool(std::string_view input, Ints sizes) {
  return Query(Opcode::ReduceWindow)
      .in(input)
      .in("f32")
      .region({"f32", "f32"}, {"f32"})
      .attr("window_dimensions", sizes);
}

TEST(ReduceWindow, CountsWindows) {
  pool("8x8xf32", {2, 2}).attr("window_strides", {2, 2}).gives("4x4xf32");
  pool("5xf32", {3}).attr("window_strides", {2}).attr("padding", {1, 1}).gives("3xf32");
  pool("5xf32", {3}).attr("padding", {-1, -1}).gives("1xf32");
  pool("3xf32", {2}).attr("base_dilations", {2}).gives("4xf32");
  pool("5xf32", {2}).attr("window_dilations", {3}).gives("2xf32");
  pool("2xf32", {3}).gives("0xf32");
  pool("0xf32", {1}).gives("0xf32");
}

TEST(ReduceWindow, Refuses) {
  pool("8x8xf32", {2}).refused("window_dimensions [2] has 1 entries instead of 2");
  pool("8xf32", {0}).refused("window_dimensions [0] must be positive");
  pool("8xf32", {2}).attr("window_strides", {0}).refused("window_strides [0] must be positive");
  pool("8xf32", {2}).attr("window_strides", {1, 1}).refused("2 entries instead of 1");
  pool("8xf32", {2}).attr("padding", {1}).refused("low and high for each dimension");
  pool("8xf32", {2}).attr("base_dilations", {-1}).refused("base_dilations [-1] must be positive");
  pool("8xf32", {1}).attr("base_dilations", {INT64_MAX}).refused("does not fit into 63 bits");
}

Query poolGradient(std::string_view source) {
  return Query(Opcode::SelectAndScatter)
      .in("4x4xf32")
      .in(source)
      .in("f32")
      .attr("window_dimensions", {2, 2})
      .attr("window_strides", {2, 2});
}

TEST(SelectAndScatter, KeepsTheOperandsType) {
  poolGradient("2x2xf32")
      .region({"f32", "f32"}, {"i1"})
      .region({"f32", "f32"}, {"f32"})
      .gives("4x4xf32");
}

TEST(SelectAndScatter, Refuses) {
  poolGradient("2x3xf32")
      .region({"f32", "f32"}, {"i1"})
      .region({"f32", "f32"}, {"f32"})
      .refused("source [2,3] must have the shape [2,2], because operand [4,4] has "
               "that many windows in each dimension");
  poolGradient("2x2xf32")
      .region({"f32", "f32"}, {"f32"})
      .region({"f32", "f32"}, {"f32"})
      .refused("select must compare two scalars");
  poolGradient("2x2xf32")
      .region({"f32", "f32"}, {"i1"})
      .region({"f32"}, {"f32"})
      .refused("scatter must take 2 scalars");
  poolGradient("2x2xf64")
      .region({"f32", "f32"}, {"i1"})
      .region({"f32"}, {"f32"})
      .refused("operand and source have different element types");
}

} // namespace
} // namespace lz::shape
