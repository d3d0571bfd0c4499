// A few rows times a matrix that is read row by row.
#include "ContractionChecks.h"
#include "RandomValues.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"
#include "contraction/run/vector/StreamedRows.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace lz::contraction {
namespace {

// Compares with the sums in the order of StreamedRows.h.
template <typename T> void checkRows(int64_t rows, int64_t k, int64_t columns) {
  int64_t stride = columns + 3;
  std::vector<T> few = randomValues<T>(rows * k, 1), matrix = randomValues<T>(k * stride, 2);
  for (MachineClass cpu : hostMachineClasses()) {
    std::vector<T> sums(size_t(rows * columns), T(0.5));
    addRows(
        StreamedBlock<T>{matrix.data(), stride, few.data(), rows, k, columns, sums.data(), cpu});
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        T sum = 0.5;
        for (int64_t p = 0; p < k; ++p) {
          T x = few[size_t(p * rows + i)], y = matrix[size_t(p * stride + j)];
          sum = cpu == MachineClass::X86V2 ? sum + x * y : std::fma(x, y, sum);
        }
        ASSERT_EQ(sums[size_t(i * columns + j)], sum)
            << machineClassName(cpu) << " " << rows << " x " << columns << " x " << k;
      }
  }
}

TEST(StreamedRows, HaveTheBitsOfOneChain) {
  for (int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8})
    for (int64_t k : {1, 7, 8, 9, 17})
      for (int64_t columns : {1, 4, 15, 16, 17, 33}) {
        checkRows<float>(rows, k, columns);
        checkRows<double>(rows, k, columns);
      }
}

bool isStreamedPlan(const TiledContraction& spec) {
  return planContraction(spec, 2).is<StreamedPlan>();
}

TEST(StreamedContraction, LayoutsAndTypesMatchTheNaiveLoop) {
  std::mt19937 rng(45);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  int numStreamed = 0;
  for (int round = 0; round < 300; ++round) {
    int64_t batch = round % 3 ? 1 : pick(1, 5), m = pick(1, 8), n = pick(1, 70), k = pick(33, 90);
    DType in = round % 4 ? DType::F32 : DType::F64;
    TiledContraction spec = plainSpec(batch, m, n, k, in, in, int(pick(0, 2)), int(pick(0, 5)),
                                      int(pick(0, 5)), int(pick(0, 5)));
    spec.largeBlocks = false;
    chooseTile(spec);
    numStreamed += isStreamedPlan(spec);
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << batch << "x" << m << "x" << n
                                    << "x" << k << " dtype " << int(in));
    check(spec, batch * m * k, batch * n * k, batch * m * n, rng);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(numStreamed, 80);
}

// Returns a product of m x 1100 x 1500. Units have more or fewer columns than a register has lanes.
TiledContraction largeSpec(int64_t m, DType dtype) {
  return plainSpec(1, m, 1100, 1500, dtype, dtype, 0, 0, 1, 0);
}

std::vector<std::byte> outputOf(const ContractionPlan& plan, int threads) {
  const TiledContraction& spec = plan.spec;
  std::mt19937 rng(46);
  size_t size = byteSize(spec.compute);
  const int64_t few = spec.batch * spec.m * spec.k, many = spec.batch * spec.n * spec.k;
  Buffer lhs(size_t(few) * size), rhs(size_t(many) * size), scratch(size_t(plan.scratchBytes()));
  fillRandom(spec.compute, lhs.data, few, rng);
  fillRandom(spec.compute, rhs.data, many, rng);
  std::vector<std::byte> out(size_t(spec.batch * spec.m * spec.n) * size, std::byte(1));
  ThreadPool pool(threads);
  runContraction(plan, lhs.data, rhs.data, out.data(), scratch.data, plan.scratchBytes(), pool);
  return out;
}

// The bits must be equal, because the choice between streamed rows and panels depends on the caches
// of the machine.
TEST(StreamedContraction, HasTheBitsOfPackedPanels) {
  for (DType dtype : {DType::F32, DType::F64})
    for (int64_t m : {2, 4, 7}) {
      constexpr Caches kSmall = {1 << 20, 2 << 20, 2};
      ContractionPlan streamed = planContraction(largeSpec(m, dtype), 2, kSmall);
      ASSERT_TRUE(streamed.is<StreamedPlan>()) << print(streamed);
      EXPECT_GT(std::get<StreamedPlan>(streamed.kind).units, 3);
      ContractionPlan packed = streamed;
      packed.kind = planPacked(packed.spec, 2, kSmall);
      EXPECT_EQ(outputOf(streamed, 1), outputOf(packed, 1));
      EXPECT_EQ(outputOf(streamed, 2), outputOf(packed, 2));
    }
}

// A row of the matrix has 64 numbers, as in attention of four queries. A thread reads all of it.
TEST(StreamedContraction, ThreadsShareOutBatchElementsOfShortRows) {
  constexpr Caches kSmall = {1 << 20, 2 << 20, 2};
  for (DType dtype : {DType::F32, DType::F64}) {
    const TiledContraction spec = plainSpec(5, 4, 64, 5000, dtype, dtype, 0, 0, 1, 0);
    TiledContraction fast = spec;
    fast.cpu = MachineClass::Avx512;
    const ContractionPlan chosen = planContraction(fast, 2, kSmall);
    EXPECT_TRUE(chosen.is<StreamedPlan>()) << print(chosen);
    ContractionPlan streamed = planContraction(spec, 2, kSmall), packed = streamed;
    streamed.kind = planStreamed(spec, 2);
    EXPECT_TRUE(std::get<StreamedPlan>(streamed.kind).isBatched);
    packed.kind = planPacked(spec, 2, kSmall);
    for (int threads : {1, 2, 5})
      EXPECT_EQ(outputOf(streamed, threads), outputOf(packed, threads)) << threads;
  }
}

TEST(StreamedContraction, IsOfFewRowsAndMatricesInNoCacheOfACore) {
  constexpr Caches kCaches = {1 << 20, 32 << 20, 2};
  auto isOne = [&](int64_t m, int64_t n, int64_t k, int rhsOrder = 1) {
    TiledContraction spec = plainSpec(1, m, n, k, DType::F32, DType::F32, 1, 0, rhsOrder, 0);
    spec.cpu = MachineClass::Avx512;
    return planContraction(spec, 2, kCaches).is<StreamedPlan>();
  };
  EXPECT_TRUE(isOne(4, 4096, 25088));
  EXPECT_TRUE(isOne(8, 2048, 2048));
  EXPECT_FALSE(isOne(9, 4096, 25088));
  EXPECT_FALSE(isOne(4, 256, 256)) << "in the second-level cache";
  EXPECT_FALSE(isOne(2, 64, 65536)) << "rows of 256 bytes";
  EXPECT_FALSE(isOne(8, 512, 784)) << "eight rows of 128 sums";
  EXPECT_FALSE(isOne(4, 4096, 25088, 0)) << "rows of rhs along k";
}

// With registers of 8 lanes, reading rows costs more than reading panels, unless the matrix comes
// from memory.
TEST(StreamedContraction, IsOfMatricesInMemoryOnAvx2) {
  constexpr Caches kCaches = {512 << 10, 32 << 20, 2};
  auto isOne = [&](int64_t m, int64_t n, int64_t k) {
    TiledContraction spec = plainSpec(1, m, n, k, DType::F32, DType::F32, 0, 0, 1, 0);
    spec.cpu = MachineClass::Avx2;
    return planContraction(spec, 2, kCaches).is<StreamedPlan>();
  };
  for (int64_t m : {2, 6, 8})
    EXPECT_FALSE(isOne(m, 2048, 512)) << m;
  EXPECT_FALSE(isOne(4, 2064, 512));
  EXPECT_TRUE(isOne(4, 4096, 4096));
  EXPECT_TRUE(isOne(6, 4112, 4096));
}

} // namespace
} // namespace lz::contraction
