#include "lz-run/Difference.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace lz::run {
namespace {

Literal floats(std::initializer_list<float> values) {
  return Literal::copyOf({DType::F32, {int64_t(values.size())}}, values.begin());
}

TEST(Difference, EqualBitsAndZerosAndNans) {
  float nan = std::nanf("");
  Difference d = compare(floats({1, 0.0f, nan}), floats({1, -0.0f, -nan}), {});
  EXPECT_EQ(d.differing, 0);
  EXPECT_EQ(d.worst, -1);
}

TEST(Difference, WorstElementByTolerance) {
  // A difference of 0.5 is within 1 % of 100, but not of 1.
  Literal actual = floats({100.5f, 1.5f}), expected = floats({100, 1});
  Difference d = compare(actual, expected, {.relative = 0.01, .absolute = 0});
  EXPECT_EQ(d.differing, 1);
  EXPECT_EQ(d.worst, 1);
  EXPECT_EQ(d.absolute, 0.5);
  EXPECT_EQ(d.relative, 0.5);
  EXPECT_EQ(d.ulps, 4194304u);
  EXPECT_EQ(
      describe(d, actual, expected),
      "differs in 1 of 2 elements; worst at [1]: 1.5 instead of 1 (abs 0.5, rel 0.5, ulp 4194304)");
}

TEST(Difference, WithinToleranceStillReportsTheWorst) {
  Difference d =
      compare(floats({1.0f, 2.0000002f}), floats({1, 2}), {.relative = 1e-5, .absolute = 0});
  EXPECT_EQ(d.differing, 0);
  EXPECT_EQ(d.worst, 1);
  EXPECT_EQ(d.ulps, 1u);
}

TEST(Difference, NanAndInfinityAreNeverTolerated) {
  float inf = std::numeric_limits<float>::infinity();
  Tolerance wide{1, 1e30};
  EXPECT_EQ(compare(floats({std::nanf("")}), floats({1}), wide).differing, 1);
  EXPECT_EQ(compare(floats({1}), floats({inf}), wide).differing, 1);
  EXPECT_EQ(compare(floats({-inf}), floats({inf}), wide).differing, 1);
  EXPECT_EQ(compare(floats({inf}), floats({inf}), {}).differing, 0);
}

TEST(Difference, IntegersAreExact) {
  uint64_t big = uint64_t(1) << 60, next = big + 1;
  TensorType type{DType::U64, {}};
  Difference d = compare(Literal::copyOf(type, &next), Literal::copyOf(type, &big), {});
  EXPECT_EQ(d.differing, 1);
  EXPECT_EQ(d.absolute, 1);
}

} // namespace
} // namespace lz::run
