#include "ShapeTesting.h"

namespace lz::shape {
namespace {

Query bits(std::string_view state, int algorithm) {
  return Query(Opcode::RngBitGenerator).in(state).attr("rng_algorithm", algorithm);
}

TEST(RngBitGenerator, GivesTheNextStateAndWhatIsStated) {
  bits("2xui64", 1).stated("2x3xui32").gives("2xui64", "2x3xui32");
  bits("3xui64", 2).stated("i8").gives("3xui64", "i8");
  bits("3xui64", 0).stated("0x4xui64").gives("3xui64", "0x4xui64");
}

TEST(RngBitGenerator, RefusesStatesAndTypes) {
  bits("3xui64", 1).stated("4xui32").refused("must be tensor<2xui64> for THREE_FRY, but is");
  bits("4xui64", 2).stated("4xui32").refused("must be tensor<2xui64> or tensor<3xui64>, but is");
  bits("2xi64", 1).stated("4xui32").refused("but is tensor<2xi64>");
  bits("1x2xui64", 1).stated("4xui32").refused("but is tensor<1x2xui64>");
  bits("2xui64", 1).stated("4xf32").refused("convert the bits to floats with bitcast_convert");
  bits("2xui64", 1).stated("4xi1").refused("must return integers of 8 bits or more");
  bits("2xui64", 1).stated("4xi4").refused("must return integers of 8 bits or more");
}

} // namespace
} // namespace lz::shape
