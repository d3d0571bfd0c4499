#include "ShapeTesting.h"

namespace lz::shape {
namespace {

Query topK(std::string_view operand, int k) {
  return Query(Opcode::TopK).in(operand).attr("k", k);
}

TEST(TopK, GivesValuesAndPlaces) {
  topK("2x5xf32", 3).gives("2x3xf32", "2x3xi32");
  topK("7xui8", 7).gives("7xui8", "7xi32");
  topK("4x0xi1", 0).gives("4x0xi1", "4x0xi32");
}

TEST(TopK, Refuses) {
  topK("f32", 0).refused("tensor<f32> has none");
  topK("2x3xf32", 4)
      .refused("k is 4, but the last dimension of the operand [2,3] has 3 elements; use 0 to 3");
  topK("2x3xf32", -1).refused("use 0 to 3");
  topK("3000000000xi8", 1).refused("cannot count the 3000000000 elements");
}

} // namespace
} // namespace lz::shape
