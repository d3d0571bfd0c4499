// A contraction can be computed in several ways: all give the same bits, and the least price
// decides.
#include "ContractionChecks.h"
#include "GoldenShapes.h"
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

// On every class, the way with the least price is taken; prices are positive.
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

bool isThin(const Product& product, MachineClass cpu) {
  const KernelTable narrow = {14, 16, {}, {}, nullptr}, wide = {14, 32, {}, {}, &narrow};
  TiledContraction spec = shapeOf(product).spec;
  spec.cpu = cpu;
  spec.kernels = &wide;
  chooseTile(spec);
  return planContraction(spec, 1, {1 << 20, 32 << 20, 2}).is<ThinPlan>();
}

// If rows lie side by side, with each value of k in another page, panels are better.
TEST(Prices, ThinOnesAreReadInLongStretches) {
  for (int64_t n : {3, 8, 32})
    for (int64_t k : {1, 8, 48})
      EXPECT_TRUE(isThin({1, 1000, n, k}, MachineClass::Avx512)) << n << " " << k;
  EXPECT_FALSE(isThin({1, 20000, 32, 640, true}, MachineClass::Avx512));
  EXPECT_FALSE(isThin({1, 24, 20000, 640}, MachineClass::Avx512));
}

} // namespace
} // namespace lz::contraction
