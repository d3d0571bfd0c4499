// Contractions with few columns and short sums.
#include "ContractionChecks.h"
#include "RandomValues.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"
#include "contraction/run/vector/ThinTiles.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

namespace lz::contraction {
namespace {

// Returns the sum, added in the order of ThinTiles.h.
template <typename T> T plainSum(const ThinBlock<T>& block, int64_t i, int64_t j) {
  T sum = 0;
  for (int64_t p = 0; p < block.k; ++p) {
    T x = block.a[i * block.rowStride + p * block.kStride];
    T y = block.b[p * thinWidth(block.columns) + j];
    sum = block.cpu == MachineClass::X86V2 ? sum + x * y : std::fma(x, y, sum);
  }
  return sum;
}

template <typename T>
void checkBlock(int64_t rows, int64_t columns, int64_t k, bool kInside, bool turned) {
  int64_t width = thinWidth(columns);
  std::vector<T> a = randomValues<T>(rows * (k + 1), 1), b = randomValues<T>(k * width + 1, 2);
  int64_t step = turned ? rows + 1 : width, size = turned ? columns * step : rows * step;
  for (MachineClass cpu : hostMachineClasses()) {
    std::vector<T> c(size_t(size), T(7));
    ThinBlock<T> block = {a.data(),
                          kInside ? k + 1 : 1,
                          kInside ? 1 : rows,
                          rows,
                          k,
                          b.data(),
                          columns,
                          c.data(),
                          step,
                          turned,
                          /*isPrefetched=*/kInside,
                          cpu};
    runThinBlock(block);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        ASSERT_EQ(c[size_t(turned ? j * step + i : i * step + j)], plainSum(block, i, j))
            << machineClassName(cpu) << " " << rows << " x " << columns << " x " << k;
    for (int64_t j = 0; turned && j < columns; ++j)
      ASSERT_EQ(c[size_t(j * step + rows)], T(7)) << "behind column " << j;
  }
}

TEST(ThinTiles, HaveTheBitsOfOneChain) {
  for (int64_t rows : {1, 2, 3, 5, 8, 21, 67})
    for (int64_t columns : {1, 3, 4, 5, 8, 9, 13, 16, 17, 32})
      for (int64_t k : {1, 2, 7})
        for (bool kInside : {false, true})
          for (bool turned : {false, true}) {
            checkBlock<float>(rows, columns, k, kInside, turned);
            checkBlock<double>(rows, columns, k, kInside, turned);
          }
}

TEST(ThinContraction, LayoutsAndTypesMatchTheNaiveLoop) {
  std::mt19937 rng(41);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  constexpr DType kIn[] = {DType::F32, DType::F32, DType::F64, DType::BF16, DType::F16};
  int numThin = 0;
  for (int round = 0; round < 300; ++round) {
    int64_t batch = round % 3 ? 1 : pick(1, 40), few = pick(1, 32), many = pick(1, 150),
            k = pick(1, 32);
    int64_t m = round % 2 ? few : many, n = round % 2 ? many : few;
    DType in = kIn[pick(0, 4)];
    bool widen = in != DType::F64 && pick(0, 2) == 0;
    DType out = widen ? (in == DType::F32 ? DType::BF16 : DType::F32) : in;
    TiledContraction spec = plainSpec(batch, m, n, k, in, out, int(pick(0, 2)), int(pick(0, 5)),
                                      int(pick(0, 5)), int(pick(0, 5)));
    spec.largeBlocks = round % 5 != 0;
    chooseTile(spec);
    numThin += planContraction(spec, 1).is<ThinPlan>();
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << batch << "x" << m << "x" << n
                                    << "x" << k << " dtype " << int(in) << " to " << int(out));
    check(spec, batch * m * k, batch * n * k, batch * m * n, rng);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(numThin, 150);
}

// There are more rows and batch elements than a thread takes at a time, and too few columns to fill
// a register. A thread must not overwrite the first rows of the next thread.
TEST(ThinContraction, ManyRowsAndElements) {
  std::mt19937 rng(43);
  for (DType dtype : {DType::F32, DType::F64, DType::BF16}) {
    for (int order : {0, 1})
      check(plainSpec(1, 30001, 5, 3, dtype, dtype, 0, order, 0, 0), 90003, 15, 150005, rng, 97);
    check(plainSpec(1, 5, 30001, 3, dtype, dtype, 0, 0, 1, 0), 15, 90003, 150005, rng);
    check(plainSpec(9001, 3, 3, 3, dtype, dtype, 0, 0, 0, 0), 81009, 81009, 81009, rng);
    check(plainSpec(3, 9001, 3, 3, dtype, dtype, 0, 0, 0, 2), 81009, 27, 81009, rng, 97);
  }
}

// The zeros that pad the columns are multiplied by infinities in the rows, and must not change
// sums.
TEST(ThinContraction, SpecialValuesStayInTheirSums) {
  TiledContraction spec = plainSpec(1, 37, 5, 2, DType::F32, DType::F32, 0, 0, 1, 0);
  ASSERT_TRUE(planContraction(spec, 1).is<ThinPlan>());
  std::vector<float> lhs(74, 1), rhs(10, 1), out(185);
  lhs[2 * 7] = INFINITY, lhs[2 * 11] = NAN, lhs[2 * 13] = lhs[2 * 13 + 1] = -0.0f;
  rhs[4] = -0.0f;
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    ContractionPlan plan = planContraction(spec, threads);
    Buffer scratch(size_t(plan.scratchBytes()));
    runContraction(plan, lhs.data(), rhs.data(), out.data(), scratch.data, plan.scratchBytes(),
                   pool);
    for (int i = 0; i < 37; ++i)
      for (int j = 0; j < 5; ++j) {
        float value = out[size_t(i * 5 + j)], x = lhs[size_t(2 * i)], y = rhs[size_t(j)];
        float sum = x * y + lhs[size_t(2 * i + 1)] * rhs[size_t(5 + j)];
        EXPECT_TRUE(std::isnan(sum) ? std::isnan(value) : value == sum) << i << " " << j;
      }
  }
}

TEST(ThinContraction, IsOfFewColumnsOneBlockOfKAndEvenStrides) {
  auto canBeThin = [](int64_t m, int64_t n, int64_t k) {
    const TiledContraction spec = plainSpec(1, m, n, k, DType::F32, DType::F32, 0, 0, 0, 0);
    return thinShapeOf(spec, true) || thinShapeOf(spec, false);
  };
  EXPECT_TRUE(canBeThin(100, 32, 640));
  EXPECT_TRUE(canBeThin(32, 100, 640));
  EXPECT_FALSE(canBeThin(100, 32, 641));
  EXPECT_FALSE(canBeThin(100, 33, 32));
  TiledContraction uneven = plainSpec(1, 100, 8, 8, DType::F32, DType::F32, 0, 0, 0, 0);
  uneven.lhs.rows = {{50, 1000}, {2, 8}};
  EXPECT_FALSE(thinShapeOf(uneven, true));
  EXPECT_FALSE(thinShapeOf(uneven, false));
}

} // namespace
} // namespace lz::contraction
