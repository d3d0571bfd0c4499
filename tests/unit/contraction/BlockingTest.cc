// Tests how contractions are divided into blocks. ContractionTest checks the results.
#include "contraction/plan/Blocking.h"

#include "PlainKernels.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"

#include <gtest/gtest.h>

namespace lz::contraction {
namespace {

TiledContraction product(int64_t m, int64_t n, int64_t k, bool largeBlocks) {
  TiledContraction spec;
  spec.m = m, spec.n = n, spec.k = k;
  spec.lhs = {DType::F32, {}, {{m, k}}, {{k, 1}}, {}};
  spec.rhs = {DType::F32, {}, {{n, k}}, {{k, 1}}, {}};
  spec.outM = {{m, n}}, spec.outN = {{n, 1}};
  spec.kernels = &plainKernels<float, 6, 16>();
  spec.largeBlocks = largeBlocks;
  chooseTile(spec);
  return spec;
}

TEST(Blocking, TinyTilesAndBlocks) {
  TiledContraction spec = product(40, 50, 61, false);
  Blocking blocking = blockingOf(spec, caches());
  EXPECT_EQ(spec.mr, 2);
  EXPECT_EQ(blocking.kc, 8);
  EXPECT_EQ(blocking.kBlocks, 1);
  EXPECT_EQ(blocking.sharedPanels, 1);
  EXPECT_EQ(blocking.privatePanels, 1);
  TiledContraction large = product(40, 50, 61, true);
  EXPECT_EQ(large.mr, 6);
  EXPECT_EQ(blockOfK(large), 61);
}

TEST(Blocking, TinyUnitsOfDots) {
  TiledContraction spec = product(3, 50, 200, false);
  ASSERT_TRUE(isDots(spec));
  EXPECT_EQ(planDots(spec).columns, 5);
  EXPECT_EQ(blockOfK(spec), 32);
  EXPECT_EQ(blockOfK(product(3, 50, 200, true)), 200);
}

TEST(Blocking, FewColumnsTakeNarrowTiles) {
  EXPECT_EQ(product(4000, 9, 61, true).nr, 16);
  EXPECT_EQ(product(4000, 8, 61, true).nr, 8);
  // In the swapped form the long operand is lhs and read in place, and the few rows become columns.
  std::vector<TiledContraction> forms = formsOf(product(8, 4000, 61, true));
  ASSERT_EQ(forms.size(), 2u);
  EXPECT_TRUE(forms[1].isSwapped);
  EXPECT_EQ(forms[1].nr, 8);
}

// From nine rows on, tiles are better than dot products up to a longer k.
TEST(Blocking, ShortDotProductsOfManyRowsAreTiles) {
  EXPECT_TRUE(isDots(product(8, 4000, 64, true)));
  EXPECT_FALSE(isDots(product(8, 4000, 63, true)));
  EXPECT_FALSE(isDots(product(9, 4000, 255, true)));
  EXPECT_TRUE(isDots(product(9, 4000, 256, true)));
}

// A product in tiles takes the time of its multiplications, and a dot product the time to read its
// operands. These specs are for class v2: 17 products per ns, and 8 bytes per ns from memory.
TEST(PlanTime, IsThatOfProductsOrOfBytes) {
  const Caches caches = {256 << 10, 4 << 20, 4};
  auto nsOf = [&](int64_t m, int64_t n, int64_t k) {
    return planContraction(product(m, n, k, true), 2, caches).ns;
  };
  EXPECT_NEAR(nsOf(1000, 1000, 1000), 1e9 / 17, 0.5e9 / 17);
  EXPECT_DOUBLE_EQ(nsOf(4000, 1, 4000), 4.0 * (4000 + 4000 + 16e6) / 8);
  EXPECT_DOUBLE_EQ(nsOf(1000, 1000, 0), 4e6 / 15);
}

} // namespace
} // namespace lz::contraction
