// Tests that operands that are read in place give the same bits as packed panels.
#include "GoldenShapes.h"
#include "PlainKernels.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/RunContraction.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace lz::contraction {
namespace {

constexpr int64_t kSpace = 1 << 18; // elements, enough for each operand

// `a` and `b` are the operands of the spec before chooseTile.
std::vector<float> run(const ContractionPlan& plan, const std::vector<float>& a,
                       const std::vector<float>& b) {
  const TiledContraction& spec = plan.spec;
  EXPECT_TRUE(checkTile(spec).ok()) << checkTile(spec);
  std::vector<float> out(size_t(spec.m * spec.n), 7);
  int64_t bytes = plan.scratchBytes();
  void* scratch = std::aligned_alloc(64, size_t(bytes + 127) / 64 * 64);
  std::memset(scratch, 0xff, size_t(bytes));
  ThreadPool pool(plan.threads);
  runContraction(plan, a.data(), b.data(), out.data(), scratch, bytes, pool);
  std::free(scratch);
  return out;
}

std::vector<float> run(const TiledContraction& spec, const std::vector<float>& a,
                       const std::vector<float>& b, int threads) {
  return run(planContraction(spec, threads), a, b);
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Returns the cheapest plan with panels, packed or in place.
PackedPlan cheapestPacked(const TiledContraction& spec) {
  PackedPlan best;
  double ns = INFINITY;
  for (const ContractionPlan& plan : plansOf(spec, 1, {512 << 10, 16 << 20, 8}))
    if (plan.is<PackedPlan>() && plan.ns < ns)
      best = std::get<PackedPlan>(plan.kind), ns = plan.ns;
  return best;
}

struct PlacedProduct {
  int64_t m, n, k;
  bool lhsTurned, rhsTurned;
};

// The rows of each operand are in two halves with `gap` elements between them.
TiledContraction placedSpecOf(const PlacedProduct& p, int64_t gap) {
  auto operand = [&](int64_t rows, bool turned) {
    OperandSpec result;
    result.dtype = DType::F32;
    int64_t rowStride = turned ? 1 : p.k, kStride = turned ? rows + gap : 1;
    result.rows = {{2, rows / 2 * rowStride + gap}, {rows / 2, rowStride}};
    result.k = {{p.k, kStride}};
    return result;
  };
  TiledContraction spec;
  spec.m = p.m, spec.n = p.n, spec.k = p.k;
  spec.lhs = operand(p.m, p.lhsTurned), spec.rhs = operand(p.n, p.rhsTurned);
  spec.outM = {{p.m, p.n}}, spec.outN = {{p.n, 1}};
  spec.kernels = &plainKernels<float, 6, 16>();
  return spec;
}

// Returns the same numbers for all strides, with NaN in the gaps between elements.
std::vector<float> filled(const OperandSpec& side, int64_t rows, int64_t k, int seed) {
  std::vector<float> data(kSpace, NAN);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t p = 0; p < k; ++p)
      data[size_t(offsetAt(side.rows, i) + offsetAt(side.k, p))] =
          float((i * 31 + p * 17 + seed) % 101) / 37 - 1.3f;
  return data;
}

TEST(InPlace, ProductsHaveTheBitsOfPackedPanels) {
  int numInPlace = 0, numSwapped = 0;
  for (auto [m, n, k] : {std::array<int64_t, 3>{32, 64, 784},
                         {64, 32, 30},
                         {10, 6, 1300},
                         {22, 100, 16},
                         {64, 64, 1},
                         {50, 18, 700}})
    for (bool lhsTurned : {false, true})
      for (bool rhsTurned : {false, true}) {
        std::vector<float> results[2];
        for (int64_t gap : {0, 3}) {
          TiledContraction spec = placedSpecOf({m, n, k, lhsTurned, rhsTurned}, gap);
          std::vector<float> a = filled(spec.lhs, m, k, 0), b = filled(spec.rhs, n, k, 5);
          chooseTile(spec);
          const Blocking blocking = cheapestPacked(spec).blocking;
          bool inPlace = blocking.lhs || blocking.rhs;
          numInPlace += inPlace, numSwapped += spec.isSwapped;
          EXPECT_FALSE(gap > 0 && inPlace);
          results[gap > 0] = run(spec, a, b, 2);
        }
        ASSERT_TRUE(sameBits(results[0], results[1]))
            << m << " x " << n << " x " << k << " " << lhsTurned << rhsTurned;
      }
  EXPECT_GT(numInPlace, 15);
  EXPECT_GT(numSwapped, 3);
}

// Consecutive groups of 32 columns, as lz-pack-matrices makes them from a matrix.
TiledContraction inGroups(int64_t m, int64_t n, int64_t k) {
  TiledContraction spec = placedSpecOf({m, n, k, false, true}, 0);
  spec.rhs.rows = {{n / 32, k * 32}, {32, 1}};
  spec.rhs.k = {{k, 32}};
  spec.outN = {{n / 32, 32}, {32, 1}};
  return spec;
}

TEST(InPlace, GroupsOfColumnsHaveTheBitsOfPackedPanels) {
  for (bool large : {false, true})
    for (auto [m, n, k] : {std::array<int64_t, 3>{2, 32, 33},
                           {6, 64, 700},
                           {18, 2048, 100},
                           {50, 96, 1300},
                           {300, 64, 50},
                           {300, 32, 700}}) {
      TiledContraction plain = placedSpecOf({m, n, k, false, true}, 0), groups = inGroups(m, n, k);
      plain.largeBlocks = groups.largeBlocks = large;
      chooseTile(plain), chooseTile(groups);
      std::optional<InPlace> lies = rhsInPlace(groups);
      ASSERT_TRUE(lies);
      EXPECT_EQ(lies->offsetOf(0), 0);
      EXPECT_EQ(lies->offsetOf(16), 16);
      EXPECT_EQ(lies->offsetOf(48), k * 32 + 16);
      EXPECT_FALSE(groups.isSwapped);
      std::vector<float> a = filled(plain.lhs, m, k, 0), b = filled(plain.rhs, n, k, 5);
      std::vector<float> c = filled(groups.rhs, n, k, 5);
      for (int threads : {1, 3})
        ASSERT_TRUE(sameBits(run(plain, a, b, threads), run(groups, a, c, threads)))
            << m << " x " << n << " x " << k;
    }
}

TEST(InPlace, GroupsThatAreNoPanelsArePacked) {
  TiledContraction spec = inGroups(18, 64, 100);
  chooseTile(spec);
  spec.rhs.k = {{100, 64}};
  EXPECT_FALSE(rhsInPlace(spec)) << "holes between the values of k";
  spec = inGroups(18, 64, 100);
  spec.rhs.rows = {{8, 800}, {8, 1}}, spec.rhs.k = {{100, 8}};
  chooseTile(spec);
  EXPECT_FALSE(rhsInPlace(spec)) << "half a panel";
}

// Rows of 256 bytes are prefetched if the second-level cache cannot hold all of them. No
// prefetching is needed for rows that the cache can hold, rows within a line, long rows, and rows
// side by side.
TEST(InPlace, ShortRowsOfALargeMatrixArePrefetched) {
  auto isPrefetched = [](const Product& product) {
    TiledContraction spec = shapeOf(product).spec;
    spec.cpu = MachineClass::Avx512;
    return fetchesRows(spec, spec.lhs);
  };
  EXPECT_TRUE(isPrefetched({1, 65536, 16, 64}));
  EXPECT_TRUE(isPrefetched({10000, 10, 16, 64}));
  EXPECT_FALSE(isPrefetched({1, 1000, 16, 64}));
  EXPECT_FALSE(isPrefetched({1, 1000000, 16, 16}));
  EXPECT_FALSE(isPrefetched({1, 65536, 16, 300}));
  EXPECT_FALSE(isPrefetched({1, 65536, 16, 64, /*lhsTurned=*/true}));
}

// Rows of 8 KiB share sets of the caches, so each user of a panel would fetch it again.
TEST(InPlace, PanelsWhoseLinesAreApartArePackedForThreeUsers) {
  auto isInPlace = [](int64_t m, int64_t n, int64_t k) {
    TiledContraction spec = placedSpecOf({m, n, k, false, true}, 0);
    spec.rhs.rows = {{n, 1}}, spec.rhs.k = {{k, n}};
    spec.cpu = MachineClass::Avx2;
    chooseTile(spec);
    return cheapestPacked(spec).blocking.rhs.has_value();
  };
  for (int64_t m : {6, 12})
    EXPECT_TRUE(isInPlace(m, 2048, 512)) << m;
  for (int64_t m : {18, 36, 144})
    EXPECT_FALSE(isInPlace(m, 2048, 512)) << m;
  for (int64_t m : {6, 18, 36, 144})
    EXPECT_TRUE(isInPlace(m, 2064, 512)) << m;
  EXPECT_FALSE(isInPlace(360, 2064, 512));
  EXPECT_TRUE(isInPlace(36, 2048, 64)) << "64 lines have room in 8 sets";
}

// Returns a random filter gradient. Channels are innermost, and windows may lie completely in the
// padding.
TiledContraction filterGradient(std::mt19937& rng) {
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  int64_t images = pick(1, 3), channels = pick(1, 20), features = pick(16, 50);
  TiledContraction spec;
  spec.kernels = &plainKernels<float, 6, 16>();
  spec.lhs.dtype = spec.rhs.dtype = DType::F32;
  spec.lhs.plainRowsLast = true;
  spec.m = channels, spec.n = features, spec.k = images;
  spec.outM = {{channels, features}}, spec.outN = {{features, 1}};
  int64_t stride = channels, numPixels = 1, row = channels * features;
  for (int d = 0; d < int(pick(1, 3)); ++d) {
    WindowAxis w;
    w.inputExtent = pick(1, 12), w.tapExtent = pick(1, 12), w.outExtent = pick(1, 3);
    w.outStride = channels < 3 ? 1 : pick(1, 2), w.tapStride = pick(1, 2), w.padLow = pick(-2, 3);
    w.baseDilation = 1, w.elementStride = stride;
    spec.lhs.window.insert(spec.lhs.window.begin(), w);
    stride *= w.inputExtent;
    spec.outM.insert(spec.outM.begin(), {w.outExtent, row});
    row *= w.outExtent;
    spec.m *= w.outExtent, spec.k *= w.tapExtent, numPixels *= w.tapExtent;
  }
  spec.lhs.rows = {{channels, 1}}, spec.lhs.k = {{images, stride}};
  spec.rhs.rows = {{features, 1}}, spec.rhs.k = {{images * numPixels, features}};
  return spec;
}

// The loops copy lines of the image, or read them in place.
TEST(InPlace, FilterGradientsHaveTheBitsOfPackedPanels) {
  std::mt19937 rng(5);
  int numCopied = 0;
  for (int round = 0; round < 60; ++round) {
    TiledContraction spec = filterGradient(rng);
    spec.largeBlocks = round % 3 != 0;
    TiledContraction packed = spec;
    int64_t channels = spec.lhs.rows[0].extent;
    packed.lhs.rows = {{1, 0}, {channels, 1}}; // the same rows in two parts: no kernel reads them
    chooseTile(spec), chooseTile(packed);
    ASSERT_TRUE(filterTilesOf(spec, false));
    ASSERT_FALSE(filterTilesOf(packed, false));
    ASSERT_FALSE(filterTilesOf(packed, true));
    std::vector<float> a(kSpace), b(kSpace);
    for (int64_t i = 0; i < kSpace; ++i)
      a[size_t(i)] = float(rng() % 101) / 37 - 1.3f, b[size_t(i)] = float(rng() % 103) / 41 - 1.1f;
    b[rng() % 64] = INFINITY; // infinity times the zeros of the padding would be NaN
    std::vector<float> expected = run(packed, a, b, 1);
    for (int threads : {1, 2, 5})
      for (const ContractionPlan& plan : plansOf(spec, threads)) {
        ASSERT_TRUE(sameBits(expected, run(plan, a, b)))
            << "round " << round << ", " << threads << " threads\n"
            << print(plan);
        const auto* gradient = std::get_if<FilterGradientPlan>(&plan.kind);
        numCopied += gradient && gradient->tiles.copiesLines;
      }
  }
  EXPECT_GT(numCopied, 20);
}

} // namespace
} // namespace lz::contraction
