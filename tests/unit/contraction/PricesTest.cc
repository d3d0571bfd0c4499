// A contraction can be computed in several ways. All give the same bits, and the way with the least
// predicted time is chosen.
#include "ContractionChecks.h"
#include "GoldenShapes.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace lz::contraction {
namespace {

std::vector<std::byte> outputOf(const ContractionPlan& plan, const Buffer& lhs, const Buffer& rhs) {
  const TiledContraction& spec = plan.spec;
  std::vector<std::byte> out(size_t(spec.batch * spec.m * spec.n) * byteSize(spec.outType),
                             std::byte(1));
  Buffer scratch(size_t(plan.scratchBytes()));
  ThreadPool pool(plan.threads);
  runContraction(plan, lhs.data, rhs.data, out.data(), scratch.data, plan.scratchBytes(), pool);
  return out;
}

// The kernels of tests fuse no operations, and class V2 does not either.
TEST(Prices, EveryWayGivesTheSameBits) {
  std::mt19937 rng(47);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  size_t compared = 0;
  for (int round = 0; round < 400; ++round) {
    const int64_t batch = round % 3 ? 1 : pick(1, 6), m = pick(1, 40), n = pick(1, 40),
                  k = pick(1, round % 2 ? 700 : 40);
    const DType in = round % 4 == 0 ? DType::F64 : round % 4 == 1 ? DType::BF16 : DType::F32;
    TiledContraction spec = plainSpec(batch, m, n, k, in, in, int(pick(0, 2)), int(pick(0, 5)),
                                      int(pick(0, 5)), int(pick(0, 5)));
    spec.largeBlocks = round % 5 != 0;
    spec.cpu = MachineClass::X86V2;
    chooseTile(spec);
    Buffer lhs(size_t(batch * m * k) * 8), rhs(size_t(batch * n * k) * 8);
    fillRandom(in, lhs.data, batch * m * k, rng);
    fillRandom(in, rhs.data, batch * n * k, rng);
    const std::vector<ContractionPlan> plans = plansOf(spec, 2);
    const std::vector<std::byte> first = outputOf(plans.front(), lhs, rhs);
    for (const ContractionPlan& plan : plans)
      ASSERT_EQ(outputOf(plan, lhs, rhs), first) << "round " << round << "\n"
                                                 << print(plan) << "\nbeside\n"
                                                 << print(plans.front());
    compared += plans.size() - 1;
  }
  EXPECT_GT(compared, 300u);
}

// On every CPU class, the way with the least predicted time is chosen. Predicted times are not
// negative.
TEST(Prices, TheLeastDecides) {
  const KernelTable narrow = {6, 8, {}, {}, nullptr}, wide = {6, 16, {}, {}, &narrow};
  std::set<size_t> kinds;
  for (GoldenShape& shape : goldenShapes())
    for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512}) {
      shape.spec.cpu = cpu;
      shape.spec.kernels = &wide;
      chooseTile(shape.spec);
      if (!shape.spec.largeBlocks)
        continue;
      const ContractionPlan chosen = planContraction(shape.spec, 4);
      for (const ContractionPlan& plan : plansOf(shape.spec, 4)) {
        EXPECT_LE(chosen.ns, plan.ns) << shape.name;
        EXPECT_GE(plan.ns, 0) << shape.name;
      }
      kinds.insert(chosen.kind.index());
    }
  EXPECT_EQ(kinds.size(), std::variant_size_v<decltype(ContractionPlan::kind)>);
}

// The time for packing (packingNs) is contained in the total time (ns).
TEST(Prices, WhatAllThreadsPackIsAPartOfThePrice) {
  const KernelTable narrow = {6, 8, {}, {}, nullptr}, wide = {6, 16, {}, {}, &narrow};
  size_t packs = 0;
  for (GoldenShape& shape : goldenShapes()) {
    shape.spec.kernels = &wide;
    chooseTile(shape.spec);
    for (const ContractionPlan& plan : plansOf(shape.spec, 4)) {
      EXPECT_LE(plan.packingNs, plan.ns) << shape.name << "\n" << print(plan);
      const auto* packed = std::get_if<PackedPlan>(&plan.kind);
      if (packed && packed->blocking.shared() && !packed->blocking.lhsIsShared)
        EXPECT_EQ(plan.packingNs > 0, shape.spec.n % plan.spec.nr != 0) << shape.name;
      packs += plan.packingNs > 0;
    }
  }
  EXPECT_GT(packs, 100u);
}

bool isThin(const Product& product, MachineClass cpu) {
  const KernelTable narrow = {14, 16, {}, {}, nullptr}, wide = {14, 32, {}, {}, &narrow};
  TiledContraction spec = shapeOf(product).spec;
  spec.cpu = cpu;
  spec.kernels = &wide;
  chooseTile(spec);
  return planContraction(spec, 1, {1 << 20, 32 << 20, 2}).is<ThinPlan>();
}

// Thin plans are chosen where rows are long stretches of memory. If rows are interleaved, so that
// each value of k is in another page, panels are better.
TEST(Prices, ThinOnesAreReadInLongStretches) {
  for (int64_t n : {3, 8, 32})
    for (int64_t k : {1, 8, 48})
      EXPECT_TRUE(isThin({1, 1000, n, k}, MachineClass::Avx512)) << n << " " << k;
  EXPECT_FALSE(isThin({1, 20000, 32, 640, true}, MachineClass::Avx512));
  EXPECT_FALSE(isThin({1, 24, 20000, 640}, MachineClass::Avx512));
}

// In x W, lanes are columns of W. A thin product of 5 rows of x reads W twice, in groups of 4 and 1
// rows, and a product of 6 rows too. On a Zen 5 with avx512, thin products of 5 x 64 x 64, of
// 6 x 128 x 64 and of 4 x 128 x 32 take 467, 747 and 220 ns. Packed ones take 267, 553 and 319 ns.
TEST(Prices, EachGroupOfFewRowsReadsTheMatrixAgain) {
  EXPECT_FALSE(isThin({1, 5, 64, 64}, MachineClass::Avx512));
  EXPECT_FALSE(isThin({1, 6, 64, 64}, MachineClass::Avx512));
  EXPECT_FALSE(isThin({1, 6, 128, 64}, MachineClass::Avx512));
  EXPECT_TRUE(isThin({1, 4, 128, 32}, MachineClass::Avx512));
}

TiledContraction tiled(const Product& product, MachineClass cpu, const Caches& caches) {
  static const KernelTable narrow = {14, 16, {}, {}, nullptr}, wide = {14, 32, {}, {}, &narrow};
  TiledContraction spec = shapeOf(product).spec;
  spec.cpu = cpu;
  spec.kernels = &wide;
  chooseTile(spec, caches);
  return spec;
}

// x W^T can be computed with swapped operands or with W transposed. On a Zen 5 with avx512, the two
// forms take 97 and 106 us for 128 x 300 x 300, 259 and 172 us for 400 x 1024 x 48, and 42 and 17
// us for 30 x 1024 x 48. In the last case lines of the output share sets of the first-level cache.
TEST(Prices, OperandsAreSwappedWhereTurningTheOutputIsLessThanTurningTheMatrix) {
  const Caches caches = {1 << 20, 32 << 20, 2};
  auto isSwapped = [&](int64_t m, int64_t n, int64_t k) {
    return tiled({1, m, n, k, false, false}, MachineClass::Avx512, caches).isSwapped;
  };
  EXPECT_TRUE(isSwapped(128, 300, 300));
  EXPECT_FALSE(isSwapped(400, 1024, 48));
  EXPECT_FALSE(isSwapped(30, 1024, 48));
}

// Dots add in another order, so the choice of a form by cost must not decide whether a product is
// dots.
TEST(Prices, NoFormOfAProductIsDotsUnlessAllAre) {
  const KernelTable narrow = {14, 16, {}, {}, nullptr}, wide = {14, 32, {}, {}, &narrow};
  for (int64_t m : {1, 8, 9, 16, 17})
    for (int64_t n : {1, 8, 9, 16, 17, 300})
      for (int64_t k : {63, 64, 255, 256})
        for (bool lhsTurned : {false, true}) {
          TiledContraction spec = shapeOf({1, m, n, k, lhsTurned, false}).spec;
          spec.kernels = &wide;
          std::vector<TiledContraction> forms = formsOf(spec);
          for (const TiledContraction& form : forms)
            EXPECT_EQ(isDots(form), isDots(forms.front())) << m << " " << n << " " << k;
        }
}

// The product is x W, with avx512 on a Zen 5. For 400 x 300 x 300, it takes 5 % longer if the rows
// of x are packed. For 400 x 1024 x 1024, packing is worth it. There the rows of x share sets of
// the caches, and 32 panels of W read them.
TEST(Prices, ARowThatFewPanelsReadStaysWhereItLies) {
  const Caches caches = {1 << 20, 32 << 20, 2};
  auto isLhsInPlace = [&](int64_t m, int64_t n, int64_t k) {
    const TiledContraction spec = tiled({1, m, n, k}, MachineClass::Avx512, caches);
    return std::get<PackedPlan>(planContraction(spec, 1, caches).kind).blocking.lhs.has_value();
  };
  EXPECT_TRUE(isLhsInPlace(400, 300, 300));
  EXPECT_FALSE(isLhsInPlace(400, 1024, 1024));
}

// The filter gradient of 64 images of 28 x 28 with one channel and 16 features is 9 x 16 x 50176.
// On a Zen 5, copied lines take 195 us with avx512, 207 with avx2 and 379 with v2. Packed panels
// take 573, 705 and 816 us, since each of their runs is a single element.
TEST(Prices, TapsOfOneChannelReadCopiedLines) {
  const KernelTable narrow = {6, 8, {}, {}, nullptr}, wide = {6, 16, {}, {}, &narrow},
                    narrow512 = {14, 16, {}, {}, nullptr}, wide512 = {14, 32, {}, {}, &narrow512};
  for (MachineClass cpu : {MachineClass::X86V2, MachineClass::Avx2, MachineClass::Avx512})
    for (int64_t features : {16, 32})
      for (int64_t stride : {1, 2}) {
        TiledContraction spec = shapesOf({64, 28, 1, features, 3, stride})[2].spec;
        spec.cpu = cpu;
        spec.kernels = cpu == MachineClass::Avx512 ? &wide512 : &wide;
        chooseTile(spec);
        for (int threads : {1, 2, 8}) {
          const ContractionPlan plan = planContraction(spec, threads);
          const auto* gradient = std::get_if<FilterGradientPlan>(&plan.kind);
          EXPECT_TRUE(gradient && gradient->tiles.copiesLines) << print(plan);
        }
      }
}

// With 16 channels and 32 features there are 3 groups of 4 tiles. Each thread gets some ranges of
// tiles, and more ranges would copy the lines more often.
TEST(Prices, LinesAreCopiedForAsFewRangesAsThreadsNeed) {
  const KernelTable kernels = {14, 32, {}, {}, nullptr};
  TiledContraction spec = shapesOf({64, 14, 16, 32, 3})[2].spec;
  spec.cpu = MachineClass::Avx512;
  spec.kernels = &kernels;
  chooseTile(spec);
  const FilterTiles tiles = *filterTilesOf(spec, true);
  ASSERT_EQ(tiles.tilesOfGroup(), 4);
  EXPECT_EQ(planFilterGradient(spec, tiles, 1).tilesTogether, 4);
  EXPECT_EQ(planFilterGradient(spec, tiles, 2).tilesTogether, 2);
  EXPECT_EQ(planFilterGradient(spec, tiles, 64).tilesTogether, 1);
}

} // namespace
} // namespace lz::contraction
