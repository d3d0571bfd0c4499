#include "ShapeTesting.h"

namespace lz::shape {
namespace {

Query cholesky(std::string_view a) {
  return Query(Opcode::Cholesky).in(a).attr("lower", 1);
}
Query solve(std::string_view a, std::string_view b, bool left = true) {
  return Query(Opcode::TriangularSolve)
      .in(a)
      .in(b)
      .attr("left_side", int(left))
      .attr("lower", 1)
      .attr("unit_diagonal", 0)
      .attr("transpose_a", 0);
}

TEST(Cholesky, GivesTheTypeOfA) {
  cholesky("3x3xf32").gives("3x3xf32");
  cholesky("2x0x5x5xf64").gives("2x0x5x5xf64");
  cholesky("4x4xbf16").gives("4x4xbf16");
  cholesky("4x4xcomplex<f32>").gives("4x4xcomplex<f32>");
}

TEST(Cholesky, Refuses) {
  cholesky("3xf32").refused("is not a matrix");
  cholesky("2x3x4xf32").refused("3 by 4");
  cholesky("3x3xi32").refused("takes floats and complex numbers");
}

TEST(TriangularSolve, GivesTheTypeOfB) {
  solve("3x3xf32", "3x2xf32").gives("3x2xf32");
  solve("2x3x3xcomplex<f64>", "2x5x3xcomplex<f64>", false).gives("2x5x3xcomplex<f64>");
  solve("0x0xf64", "0x4xf64").gives("0x4xf64");
}

TEST(TriangularSolve, Refuses) {
  solve("3x3xf32", "3x2xf64").refused("different element types");
  solve("3x3xf32", "2x3x2xf32").refused("different ranks");
  solve("2x3xf32", "3x2xf32").refused("2 by 3");
  solve("2x3x3xf32", "4x3x2xf32").refused("batch dimensions differ: dim 0");
  solve("3x3xf32", "2x3xf32").refused("is on the left of x, so b [2,3] must have 3 rows");
  solve("3x3xf32", "3x2xf32", false)
      .refused("is on the right of x, so b [3,2] must have 3 columns");
  solve("3xf32", "3xf32").refused("is not a matrix");
}

} // namespace
} // namespace lz::shape
