#include "ContractionChecks.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

namespace lz::contraction {
namespace {

TEST(Contraction, RandomLayoutsAndTypesMatchTheNaiveLoop) {
  std::mt19937 rng(7);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  constexpr DType kIn[] = {DType::F32, DType::F32, DType::F64, DType::BF16, DType::F16};
  for (int round = 0; round < 120; ++round) {
    int64_t batch = pick(1, 3), m = pick(1, 70), n = pick(1, 130), k = pick(1, 60);
    if (round % 10 == 0)
      k = pick(380, 800); // several blocks along k
    if (round % 7 == 0)
      (round % 2 ? m : n) = pick(1, 4);
    DType in = kIn[pick(0, 4)];
    bool widen = in != DType::F64 && pick(0, 2) == 0;
    DType out = widen ? (in == DType::F32 ? DType::BF16 : DType::F32) : in;
    TiledContraction spec = plainSpec(batch, m, n, k, in, out, int(pick(0, 2)), int(pick(0, 5)),
                                      int(pick(0, 5)), int(pick(0, 5)));
    if (pick(0, 1)) {
      int64_t by = pick(2, 3);
      spec.lhs.k = split(spec.lhs.k, by);
      spec.rhs.k = split(spec.rhs.k, 2);
      spec.outM = split(spec.outM, by);
      spec.rhs.rows = split(spec.rhs.rows, 2);
    }
    spec.largeBlocks = round % 3 != 0;
    chooseTile(spec);
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << batch << "x" << m << "x" << n
                                    << "x" << k << " dtype " << int(in) << " to " << int(out));
    check(spec, batch * m * k, batch * n * k, batch * m * n, rng);
    if (HasFatalFailure())
      return;
  }
}

TEST(Contraction, PairsOfAllLayoutsMatchTheNaiveLoop) {
  std::mt19937 rng(31);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  for (int round = 0; round < 100; ++round) {
    int64_t batch = pick(1, 3), m = pick(17, 70), n = pick(17, 130), k = pick(1, 60);
    if (round % 10 == 0)
      k = pick(1200, 1500); // several blocks along k
    DType out = pick(0, 1) ? DType::F32 : DType::BF16;
    TiledContraction spec = specOf(batch, m, n, k, DType::BF16, out, 0, int(pick(0, 5)),
                                   int(pick(0, 5)), int(pick(0, 5)));
    if (pick(0, 1)) {
      spec.lhs.k = split(spec.lhs.k, pick(2, 3));
      spec.rhs.rows = split(spec.rhs.rows, 2);
    }
    spec.largeBlocks = round % 3 != 0;
    SCOPED_TRACE(testing::Message()
                 << "round " << round << ": " << batch << "x" << m << "x" << n << "x" << k);
    checkPairs(spec, batch * m * k, batch * n * k, batch * m * n, rng);
    if (HasFatalFailure())
      return;
  }
}

TEST(Contraction, PairsAreOfTwoOperandsOfBf16) {
  auto uses = [](const TiledContraction& spec) {
    return inPairs(spec, kernelsFor(DType::F32, 0)).has_value();
  };
  EXPECT_TRUE(uses(specOf(1, 17, 33, 6, DType::BF16, DType::BF16, 0, 0, 0, 0)));
  EXPECT_FALSE(uses(specOf(1, 17, 33, 6, DType::F16, DType::F32, 0, 0, 0, 0)));
  EXPECT_FALSE(uses(specOf(1, 2, 33, 80, DType::BF16, DType::F32, 0, 0, 0, 0)));
  TiledContraction mixed = specOf(1, 17, 33, 6, DType::BF16, DType::F32, 0, 0, 0, 0);
  mixed.rhs.dtype = DType::F32;
  EXPECT_FALSE(uses(mixed));
}

TEST(Contraction, ManyTasksGiveTheSameBits) {
  std::mt19937 rng(3);
  TiledContraction spec = plainSpec(1, 201, 203, 400, DType::F32, DType::F32, 1, 0, 0, 0);
  check(spec, 201 * 400, 203 * 400, 201 * 203, rng);
  spec = plainSpec(1, 101, 103, 400, DType::BF16, DType::BF16, 0, 0, 1, 0);
  check(spec, 101 * 400, 103 * 400, 101 * 103, rng);
}

// The shared operand, which is rhs or lhs, has more rows and more values of k than are packed at a
// time. With a narrow output, the sums also have more terms than are added at a time.
TEST(Contraction, SeveralGroupsAndBlocks) {
  std::mt19937 rng(13);
  for (DType out : {DType::F32, DType::BF16}) {
    check(plainSpec(2, 270, 700, 1300, DType::F32, out, 0, 0, 0, 0), 702000, 1820000, 378000, rng,
          41);
    check(plainSpec(2, 200, 600, 1300, DType::F32, out, 0, 0, 1, 0), 520000, 1560000, 240000, rng,
          41);
    check(plainSpec(1, 1100, 1000, 10, DType::F32, out, 0, 0, 1, 0), 11000, 10000, 1100000, rng,
          41);
  }
  check(plainSpec(2, 500, 900, 200, DType::F64, DType::F64, 0, 0, 0, 0), 200000, 360000, 900000,
        rng, 41);
}

TEST(Contraction, ManyBatchElements) {
  std::mt19937 rng(17);
  check(plainSpec(23, 17, 33, 40, DType::F32, DType::F32, 0, 1, 2, 0), 23 * 17 * 40, 23 * 33 * 40,
        23 * 17 * 33, rng);
  check(plainSpec(11, 30, 9, 7, DType::BF16, DType::BF16, 0, 0, 0, 4), 11 * 30 * 7, 11 * 9 * 7,
        11 * 30 * 9, rng);
}

TEST(Contraction, EmptySumsAreZero) {
  std::mt19937 rng(5);
  check(plainSpec(2, 3, 5, 0, DType::F32, DType::F32, 0, 0, 0, 0), 0, 0, 30, rng);
  check(plainSpec(1, 0, 5, 4, DType::F32, DType::F32, 0, 0, 0, 0), 0, 20, 0, rng);
  check(plainSpec(1, 5, 0, 4, DType::F32, DType::F32, 0, 0, 0, 0), 20, 0, 0, rng);
  check(plainSpec(0, 5, 5, 4, DType::F32, DType::F32, 0, 0, 0, 0), 0, 0, 0, rng);
}

// NaN and infinity near the edge must reach the results that depend on them, and must not reach
// others through the zeros of padded panels.
template <typename T> void checkSpecialValues(const TiledContraction& spec) {
  std::vector<T> lhs(95, T(1)), rhs(85, T(1));
  std::vector<float> out(323);
  lhs[18 * 5] = T(NAN);
  rhs[16 * 5] = T(INFINITY);
  ThreadPool pool(1);
  ContractionPlan plan = planContraction(spec, 1);
  Buffer scratch(size_t(plan.scratchBytes()));
  runContraction(plan, lhs.data(), rhs.data(), out.data(), scratch.data, plan.scratchBytes(), pool);
  for (int i = 0; i < 19; ++i)
    for (int j = 0; j < 17; ++j) {
      float value = out[size_t(i * 17 + j)];
      if (i == 18)
        EXPECT_TRUE(std::isnan(value));
      else if (j == 16)
        EXPECT_TRUE(std::isinf(value));
      else
        EXPECT_EQ(value, 5.0f);
    }
}

TEST(Contraction, SpecialValuesStayInTheirRows) {
  checkSpecialValues<float>(plainSpec(1, 19, 17, 5, DType::F32, DType::F32, 0, 0, 0, 0));
  TiledContraction pairs = inPairs(specOf(1, 19, 17, 5, DType::BF16, DType::F32, 0, 0, 0, 0));
  EXPECT_TRUE(pairs.pairs);
  checkSpecialValues<BF16>(pairs);
}

TEST(Contraction, ScratchForFewerThreadsIsEnough) {
  TiledContraction spec = plainSpec(1, 200, 200, 300, DType::F32, DType::F32, 0, 0, 0, 0);
  std::vector<float> lhs(60000, 1), rhs(60000, 2), out(40000);
  ThreadPool pool(5);
  int64_t bytes = planContraction(spec, 1).scratchBytes();
  Buffer scratch{size_t(bytes)};
  runContraction(planContraction(spec, 5), lhs.data(), rhs.data(), out.data(), scratch.data, bytes,
                 pool);
  EXPECT_EQ(out[39999], 600.0f);
}

TEST(Contraction, CheckFindsWrongAxes) {
  TiledContraction spec = plainSpec(1, 3, 5, 7, DType::F32, DType::F32, 0, 0, 0, 0);
  EXPECT_TRUE(checkTile(spec).ok());
  spec.rhs.k[0].extent = 8;
  EXPECT_EQ(checkTile(spec).code(), absl::StatusCode::kInternal);
  spec.rhs.k[0].extent = 7;
  spec.outType = DType::F64;
  EXPECT_FALSE(checkTile(spec).ok());
}

} // namespace
} // namespace lz::contraction
