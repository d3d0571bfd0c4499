#include "semantics/eval/Compare.h"

#include "TestProgram.h"

#include <cmath>
#include <limits>

namespace lz::test {
namespace {

using eval::Agreement;

TEST(Compare, UlpDistance) {
  auto ulps = [](auto a, auto b) { return eval::ulpDistance(scalarOf(a), scalarOf(b), 0); };
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(ulps(1.0f, std::nextafterf(1.0f, 2)), 1u);
  EXPECT_EQ(ulps(-0.0f, 0.0f), 0u);
  EXPECT_EQ(
      ulps(-std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::denorm_min()),
      2u);
  EXPECT_EQ(ulps(nan, -nan), 0u);
  EXPECT_EQ(ulps(nan, 1.0f), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(ulps(BF16(1), BF16(1.0078125f)), 1u);
  EXPECT_EQ(ulps(int64_t(-3), int64_t(4)), 7u);
  EXPECT_EQ(ulps(-1.0, 1.0), 2 * 0x3ff0000000000000u);
}

TEST(Compare, MismatchNamesTheFirstElement) {
  auto m = eval::firstMismatch(tensorOf<int32_t>({2, 3}, {0, 1, 2, 3, 9, 9}),
                               iotaOf<int32_t>({2, 3}), Agreement::Equal);
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(dimsStr(m->index), "[1,1]");
  EXPECT_EQ(m->actual, "9");
  EXPECT_EQ(m->expected, "4");
  EXPECT_EQ(m->count, 2);
}

} // namespace
} // namespace lz::test
