#include "ShapeTesting.h"

namespace lz::shape {
namespace {

TEST(Elementwise, BinaryKeepsTheType) {
  Query(Opcode::Add).in("2x3xf32").in("2x3xf32").gives("2x3xf32");
  Query(Opcode::Add).in("f64").in("f64").gives("f64");
  Query(Opcode::Add).in("0x3xbf16").in("0x3xbf16").gives("0x3xbf16");
  Query(Opcode::Add).in("4xi1").in("4xi1").gives("4xi1");
}

TEST(Elementwise, RefusesDifferentOperands) {
  Query(Opcode::Add)
      .in("2x3xf32")
      .in("3x2xf32")
      .refused("operands have different shapes: tensor<2x3xf32> and tensor<3x2xf32>; "
               "broadcast them with broadcast_in_dim");
  Query(Opcode::Add).in("2xf32").in("f32").refused("different shapes");
  Query(Opcode::Add).in("2xf32").in("2xi32").refused("different element types");
  Query(Opcode::Add).in("2xf32").refused("takes 2 operands, but got 1");
}

TEST(Elementwise, ElementTypesFollowTheEntry) {
  Query(Opcode::Exponential).in("3xf16").gives("3xf16");
  Query(Opcode::Exponential).in("3xi32").refused("does not take tensor<3xi32>");
  Query(Opcode::And).in("3xui8").in("3xui8").gives("3xui8");
  Query(Opcode::And).in("3xf32").in("3xf32").refused("does not take tensor<3xf32>");
}

TEST(Elementwise, ComplexNumbersAndTheirParts) {
  Query(Opcode::Exponential).in("3xcomplex<f32>").gives("3xcomplex<f32>");
  Query(Opcode::Abs).in("3xcomplex<f64>").gives("3xf64");
  Query(Opcode::Real).in("3xcomplex<f32>").gives("3xf32");
  Query(Opcode::Imag).in("3xbf16").gives("3xbf16");
  Query(Opcode::Complex).in("2xf64").in("2xf64").gives("2xcomplex<f64>");
  Query(Opcode::Complex).in("2xbf16").in("2xbf16").refused("its operands must be f32 or f64");
  Query(Opcode::Complex).in("2xf32").in("2xf64").refused("different element types");
  Query(Opcode::Floor).in("2xcomplex<f32>").refused("is not defined for complex numbers");
  Query(Opcode::Exponential).in("3xi32").refused("must be floats or complex");
}

TEST(Elementwise, CompareGivesPredicates) {
  Query(Opcode::Compare)
      .in("2x3xf32")
      .in("2x3xf32")
      .attr("comparison_direction", 0)
      .gives("2x3xi1");
  Query(Opcode::Compare)
      .in("2x3xf32")
      .in("2xf32")
      .attr("comparison_direction", 0)
      .refused("different shapes");
  Query(Opcode::Compare).in("2xf32").in("2xf32").refused("comparison_direction is missing");
  Query(Opcode::Compare)
      .in("2xf32")
      .in("2xf32")
      .attr("comparison_direction", {1, 2})
      .refused("wrong kind of value");
}

TEST(Elementwise, IsFinite) {
  Query(Opcode::IsFinite).in("5xf32").gives("5xi1");
  Query(Opcode::IsFinite).in("5xi32").refused("does not take");
}

TEST(Elementwise, PredicatesOfInfinity) {
  Query(Opcode::IsInf).in("5xf32").gives("5xi1");
  Query(Opcode::IsNegInf).in("5xi32").refused("does not take");
}

TEST(Elementwise, NextAfterTakesFloatsOf16BitsOrMore) {
  Query(Opcode::NextAfter).in("5xbf16").in("5xbf16").gives("5xbf16");
  Query(Opcode::NextAfter)
      .in("5xf8E5M2")
      .in("5xf8E5M2")
      .refused("does not take tensor<5xf8E5M2>: its operands must be floats of 16 bits or more; "
               "use convert");
}

TEST(Elementwise, ReducePrecisionKeepsTheType) {
  auto query = [](int64_t exponent, int64_t mantissa) {
    return Query(Opcode::ReducePrecision)
        .in("2x3xbf16")
        .attr("exponent_bits", AttrValue(exponent))
        .attr("mantissa_bits", AttrValue(mantissa));
  };
  query(5, 10).gives("2x3xbf16");
  query(1, 0).gives("2x3xbf16");
  query(0, 10).refused("exponent_bits must be 1 to 2147483647, but is 0");
  query(5, -1).refused("mantissa_bits must be 0 to 2147483647, but is -1");
  query(int64_t(1) << 32 | 5, 10).refused("exponent_bits");
  Query(Opcode::ReducePrecision)
      .in("2xi32")
      .attr("exponent_bits", 5)
      .attr("mantissa_bits", 10)
      .refused("does not take");
}

TEST(Elementwise, SelectTakesAScalarOrFullPredicate) {
  Query(Opcode::Select).in("2x3xi1").in("2x3xf32").in("2x3xf32").gives("2x3xf32");
  Query(Opcode::Select).in("i1").in("2x3xf32").in("2x3xf32").gives("2x3xf32");
  Query(Opcode::Select)
      .in("i32")
      .in("2xf32")
      .in("2xf32")
      .refused("the predicate must be of type i1");
  Query(Opcode::Select)
      .in("3xi1")
      .in("2xf32")
      .in("2xf32")
      .refused("the predicate [3] must be a scalar");
  Query(Opcode::Select).in("i1").in("2xf32").in("3xf32").refused("different shapes");
  Query(Opcode::Select).in("i1").in("2xf32").in("2xf64").refused("different element types");
}

TEST(Elementwise, ClampTakesScalarOrFullBounds) {
  Query(Opcode::Clamp).in("f32").in("2x3xf32").in("2x3xf32").gives("2x3xf32");
  Query(Opcode::Clamp).in("2xf32").in("2x3xf32").in("f32").refused("min [2] must be a scalar");
  Query(Opcode::Clamp).in("f32").in("3xf32").in("2xf32").refused("max [2] must be a scalar");
  Query(Opcode::Clamp).in("i32").in("3xf32").in("f32").refused("different element types");
}

TEST(Elementwise, ConvertTakesTheStatedElementType) {
  Query(Opcode::Convert).in("2x3xf32").stated("2x3xi8").gives("2x3xi8");
  Query(Opcode::Convert).in("2xf32").refused("element type of the result is missing");
}

} // namespace
} // namespace lz::shape
