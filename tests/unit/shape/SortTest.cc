#include "ShapeTesting.h"

namespace lz::shape {
namespace {

Query sort(std::string_view input, int dimension) {
  return Query(Opcode::Sort).in(input).attr("dimension", dimension);
}

TEST(Sort, GivesTheTypesOfItsInputs) {
  sort("2x3xf32", 1).region({"f32", "f32"}, {"i1"}).gives("2x3xf32");
  Query(Opcode::Sort).in("4xi8").region({"i8", "i8"}, {"i1"}).gives("4xi8");
  sort("0x3xi1", 0).region({"i1", "i1"}, {"i1"}).gives("0x3xi1");
  sort("2x3xf32", -2)
      .in("2x3xui8")
      .region({"f32", "f32", "ui8", "ui8"}, {"i1"})
      .gives("2x3xf32", "2x3xui8");
}

// Tests constraints C1, C3, C4 and C5 of the specification. The test above covers C2.
TEST(Sort, Refuses) {
  Query(Opcode::Sort).region({}, {"i1"}).refused("takes at least one input");
  sort("2x3xf32", 0)
      .in("3x2xf32")
      .region({"f32", "f32", "f32", "f32"}, {"i1"})
      .refused("different shapes: tensor<2x3xf32> and tensor<3x2xf32>");
  sort("2x3xf32", 2).region({"f32", "f32"}, {"i1"}).refused("dimension 2 is outside");
  sort("2x3xf32", -3).region({"f32", "f32"}, {"i1"}).refused("use -2 to 1");
  sort("f32", 0).region({"f32", "f32"}, {"i1"}).refused("tensor<f32> has none");
  sort("2xf32", 0).refused("takes 1 regions, but got 0");
  sort("2xf32", 0).region({"f32"}, {"i1"}).refused("but takes (tensor<f32>)");
  sort("2xf32", 0).region({"f32", "f64"}, {"i1"}).refused("two scalars of each input's");
  sort("2xf32", 0).in("2xi8").region({"f32", "i8", "f32", "i8"}, {"i1"}).refused("in the order");
  sort("2xf32", 0).region({"2xf32", "2xf32"}, {"i1"}).refused("two scalars");
  sort("2xf32", 0).region({"f32", "f32"}, {"f32"}).refused("must return one scalar i1");
  sort("2xf32", 0).region({"f32", "f32"}, {"i1", "i1"}).refused("must return one scalar i1");
}

} // namespace
} // namespace lz::shape
