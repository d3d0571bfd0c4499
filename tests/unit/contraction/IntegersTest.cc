// Contractions of i16 in pairs, which are exact.
#include "ContractionChecks.h"
#include "PlainKernels.h"
#include "contraction/plan/Pairs.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"

#include <gtest/gtest.h>
#include <vector>

namespace lz::contraction {
namespace {

struct Sizes {
  int64_t batch, m, n, k;
};

// Returns the offset of an element of an operand or the output, whose axes are in one of the orders
// of specOf.
int64_t at(const Axis& batch, const Axis& rows, const Axis& columns, int64_t b, int64_t i,
           int64_t j) {
  return b * batch[0].stride + i * rows[0].stride + j * columns[0].stride;
}

TiledContraction integers(const Sizes& s, int lhsOrder, int rhsOrder, int outOrder) {
  TiledContraction spec =
      specOf(s.batch, s.m, s.n, s.k, DType::S16, DType::S32, 0, lhsOrder, rhsOrder, outOrder);
  spec.compute = DType::S32;
  return spec;
}

std::vector<int16_t> randoms(int64_t count, std::mt19937& rng) {
  std::vector<int16_t> values(static_cast<size_t>(count) + 1);
  for (int16_t& value : values)
    value = rng() % 16 == 0 ? int16_t(-32768) : int16_t(rng());
  return values;
}

std::vector<int32_t> plainProduct(const TiledContraction& spec, const std::vector<int16_t>& lhs,
                                  const std::vector<int16_t>& rhs) {
  std::vector<int32_t> out(size_t(spec.batch * spec.m * spec.n));
  for (int64_t b = 0; b < spec.batch; ++b)
    for (int64_t i = 0; i < spec.m; ++i)
      for (int64_t j = 0; j < spec.n; ++j) {
        uint32_t sum = 0;
        for (int64_t k = 0; k < spec.k; ++k) {
          int16_t x = lhs[size_t(at(spec.lhs.batch, spec.lhs.rows, spec.lhs.k, b, i, k))],
                  y = rhs[size_t(at(spec.rhs.batch, spec.rhs.rows, spec.rhs.k, b, j, k))];
          sum += uint32_t(x * y);
        }
        out[size_t(at(spec.outBatch, spec.outM, spec.outN, b, i, j))] = int32_t(sum);
      }
  return out;
}

void expectProduct(TiledContraction spec, std::mt19937& rng) {
  std::vector<int16_t> lhs = randoms(spec.batch * spec.m * spec.k, rng),
                       rhs = randoms(spec.batch * spec.n * spec.k, rng);
  std::vector<int32_t> expected = plainProduct(spec, lhs, rhs);
  usePairs(spec, plainKernels<IntegerPair, 6, 32, false>());
  ASSERT_TRUE(spec.pairs);
  chooseTile(spec);
  ASSERT_TRUE(checkTile(spec).ok()) << checkTile(spec);
  for (MachineClass cpu : hostMachineClasses())
    for (int threads : {1, 2, 3}) {
      spec.cpu = cpu;
      ContractionPlan plan = planContraction(spec, threads);
      EXPECT_TRUE(plan.is<PackedPlan>()) << print(plan);
      ThreadPool pool(threads);
      Buffer scratch(size_t(plan.scratchBytes()));
      std::vector<int32_t> out(expected.size(), 77);
      runContraction(plan, lhs.data(), rhs.data(), out.data(), scratch.data, plan.scratchBytes(),
                     pool);
      ASSERT_EQ(out, expected) << machineClassName(cpu) << ", " << threads << " threads\n"
                               << print(plan);
    }
}

TEST(Integers, AllLayoutsAreExact) {
  std::mt19937 rng(41);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  for (int round = 0; round < 60; ++round) {
    Sizes sizes = {pick(1, 3), pick(1, 40), pick(1, 70), pick(1, 60)};
    if (round % 10 == 0)
      sizes.k = pick(1200, 1500); // several blocks along k
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << sizes.batch << "x" << sizes.m
                                    << "x" << sizes.n << "x" << sizes.k);
    TiledContraction spec = integers(sizes, int(pick(0, 5)), int(pick(0, 5)), int(pick(0, 5)));
    spec.largeBlocks = round % 3 != 0;
    expectProduct(spec, rng);
    if (HasFatalFailure())
      return;
  }
}

TEST(Integers, FewRowsOfLongSumsAreInPairs) {
  std::mt19937 rng(43);
  expectProduct(integers({1, 2, 33, 800}, 0, 0, 0), rng);
  expectProduct(integers({1, 40, 3, 801}, 0, 0, 0), rng);
  expectProduct(integers({1, 500, 4, 4}, 0, 0, 0), rng);
}

TEST(Integers, OnlyThoseOf16BitsAreComputed) {
  TiledContraction spec = integers({1, 20, 30, 10}, 0, 0, 0);
  spec.lhs.dtype = DType::S8;
  EXPECT_FALSE(checkContraction(spec).ok());
  spec.lhs.dtype = DType::S16;
  EXPECT_TRUE(checkContraction(spec).ok());
  spec.outType = DType::S16;
  EXPECT_FALSE(checkContraction(spec).ok());
}

} // namespace
} // namespace lz::contraction
