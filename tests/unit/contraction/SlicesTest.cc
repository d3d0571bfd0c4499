// Contractions in slices have the same bits as without slices, and RowWork sees each row once.
#include "contraction/plan/Slices.h"

#include "ContractionChecks.h"
#include "PlainKernels.h"
#include "base/Integers.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"
#include "contraction/run/RunSlices.h"

#include <array>
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <vector>

namespace lz::contraction {
namespace {

// A contraction without a tile, and the number of elements of its arrays.
struct Case {
  TiledContraction spec;
  std::array<int64_t, 3> counts;

  int64_t bytes(size_t array) const {
    DType dtypes[] = {spec.lhs.dtype, spec.rhs.dtype, spec.outType};
    return counts[array] * int64_t(byteSize(dtypes[array]));
  }
};

// A convolution of images of `height` x 23 points, with `groups` groups of `channels` channels, 3 x
// 3 taps, and a padding of 1.
Case convolution(int64_t images, int64_t height, int64_t channels, int64_t features, int64_t groups,
                 bool channelsLast) {
  constexpr int64_t kWidth = 23;
  int64_t area = height * kWidth, k = channels * 9;
  int64_t point = channelsLast ? channels * groups : 1, channel = channelsLast ? 1 : area;
  int64_t outPoint = channelsLast ? features * groups : 1, feature = channelsLast ? 1 : area;
  TiledContraction spec;
  spec.batch = groups, spec.m = images * area, spec.n = features, spec.k = k;
  WindowAxis lines{height, 3, 1, 1, 1, 1, height, kWidth * point};
  WindowAxis points{kWidth, 3, 1, 1, 1, 1, kWidth, point};
  spec.lhs.dtype = spec.rhs.dtype = DType::F32;
  spec.lhs.batch = {{groups, channels * channel}};
  spec.lhs.rows = {{images, area * channels * groups}};
  spec.lhs.k = {{channels, channel}};
  spec.lhs.window = {lines, points};
  spec.rhs.batch = {{groups, features * k}};
  spec.rhs.rows = {{features, k}};
  spec.rhs.k = {{channels, 9}, {3, 3}, {3, 1}};
  spec.outBatch = {{groups, features * feature}};
  spec.outM = {{images, area * features * groups}, {area, outPoint}};
  spec.outN = {{features, feature}};
  spec.kernels = &kernelsFor(DType::F32, 0);
  return {spec,
          {images * area * channels * groups, features * k * groups,
           images * area * features * groups}};
}

Case products(int64_t batch, int64_t m, int64_t n, int64_t k, DType dtype, int lhsOrder,
              int rhsOrder) {
  return {specOf(batch, m, n, k, dtype, dtype, 0, lhsOrder, rhsOrder, 0),
          {batch * m * k, batch * n * k, batch * m * n}};
}

void* address(void* base, int64_t bytes) {
  return reinterpret_cast<void*>(uintptr_t(base) + uintptr_t(bytes));
}

// Returns true if the slices of the array are consecutive in memory.
bool isInLine(const Case& c, const Slices& slices, size_t array) {
  int64_t bytes = slices.arrays[array].bytes;
  return bytes > 0 && ceilDiv(c.bytes(array), bytes) == slices.count;
}

// Runs the contraction in slices and compares the bits with data[Slices::Out]. `inScratch` has a
// bit for each array that exists only in scratch, if that is possible. RowWork copies such an
// array, `rows` rows per slice.
void expectBits(const Case& c, const std::array<Buffer*, 3>& data, unsigned inScratch, int64_t rows,
                int threads, int runThreads) {
  SCOPED_TRACE(testing::Message() << "scratch " << inScratch << ", " << rows << " rows, " << threads
                                  << " and " << runThreads << " threads");
  Slices slices = *slicesOf(c.spec);
  std::array<std::vector<std::atomic<int>>, 3> seen;
  std::array<void*, 3> given{};
  Buffer out(size_t(c.bytes(Slices::Out))), copy(size_t(c.bytes(Slices::Out)));
  for (size_t i = 0; i < 3; ++i) {
    SlicedArray& array = slices.arrays[i];
    bool isWhole = slices.addUp && i == Slices::Out;
    if (isInLine(c, slices, i))
      array.rows = rows, array.allRows = c.bytes(i) / (array.bytes / rows);
    else if (isWhole)
      array.rows = array.allRows = slices.last.outRows();
    array.inScratch = array.rows > 0 && !isWhole && (inScratch >> i & 1) != 0;
    given[i] = array.inScratch ? nullptr : i == Slices::Out ? out.data : data[i]->data;
    seen[i] = std::vector<std::atomic<int>>(size_t(array.allRows));
  }
  auto work = [&](size_t array, int64_t row, int64_t end, void* at) {
    const SlicedArray& a = slices.arrays[array];
    int64_t rowBytes = c.bytes(array) / a.allRows, offset = row * rowBytes;
    for (int64_t r = row; r < end; ++r)
      ++seen[array][size_t(r)];
    void* whole = address(array == Slices::Out ? copy.data : data[array]->data, offset);
    size_t bytes = size_t((end - row) * rowBytes);
    if (array == Slices::Out)
      std::memcpy(whole, address(at, offset), bytes);
    else if (a.inScratch)
      std::memcpy(address(at, offset), whole, bytes);
  };
  SlicePlan plan = planSlices(slices, threads);
  ThreadPool pool(runThreads);
  Buffer scratch(size_t(plan.scratchBytes));
  std::memset(scratch.data, 0xff, size_t(plan.scratchBytes));
  runSlices(plan, given, static_cast<std::byte*>(scratch.data), plan.scratchBytes, pool,
            {work, {1e5, 1e5, 1e5}});
  for (size_t i = 0; i < 3; ++i)
    for (size_t row = 0; row < seen[i].size(); ++row)
      ASSERT_EQ(seen[i][row], 1) << "row " << row << " of " << i;
  ASSERT_EQ(std::memcmp(copy.data, data[Slices::Out]->data, size_t(c.bytes(Slices::Out))), 0);
}

// Checks that the contraction has `count` slices and that its bits do not depend on them. Each
// slice of an array has `rows` rows for RowWork.
void check(const Case& c, int64_t count, int64_t rows) {
  std::optional<Slices> slices = slicesOf(c.spec);
  ASSERT_TRUE(slices);
  EXPECT_EQ(slices->count, count);
  TiledContraction whole = c.spec;
  chooseTile(whole);
  ASSERT_TRUE(checkTile(whole).ok()) << checkTile(whole);
  ASSERT_TRUE(checkTile(slices->each).ok()) << checkTile(slices->each);
  Buffer lhs(size_t(c.bytes(0))), rhs(size_t(c.bytes(1))), out(size_t(c.bytes(2)));
  std::mt19937 rng(7);
  fillRandom(c.spec.lhs.dtype, lhs.data, c.counts[0], rng);
  fillRandom(c.spec.rhs.dtype, rhs.data, c.counts[1], rng);
  ThreadPool pool(1);
  ContractionPlan plan = planContraction(whole, 1);
  Buffer scratch(size_t(plan.scratchBytes()));
  runContraction(plan, lhs.data, rhs.data, out.data, scratch.data, plan.scratchBytes(), pool);
  for (unsigned inScratch : {0u, 1u, 4u, 7u})
    for (auto [threads, runThreads] : {std::pair(1, 1), {2, 2}, {5, 5}, {5, 2}, {2, 5}, {1, 3}})
      expectBits(c, {&lhs, &rhs, &out}, inScratch, rows, threads, runThreads);
}

TEST(Slices, OfImages) {
  for (bool channelsLast : {false, true})
    for (int64_t groups : {1, 2}) {
      SCOPED_TRACE(testing::Message() << channelsLast << " " << groups);
      check(convolution(3, 24, 7, 16, groups, channelsLast), 3, 1);
      check(convolution(6, 12, 7, 16, groups, channelsLast), 3, 2);
    }
}

// The contraction completes one row of the output after the other, and RowWork sees them in this
// order.
TEST(Slices, OfImagesByTheirPoints) {
  Case c = convolution(4, 24, 8, 16, 1, true);
  check(c, 4, 24 * 23);
}

TEST(Slices, OfBatches) {
  for (DType dtype : {DType::F32, DType::F64, DType::BF16})
    for (int lhsOrder : {0, 1})
      for (int rhsOrder : {0, 1}) {
        SCOPED_TRACE(testing::Message() << dtypeName(dtype) << lhsOrder << rhsOrder);
        check(products(3, 96, 64, 160, dtype, lhsOrder, rhsOrder), 3, 32);
        if (dtype == DType::F32) {
          check(products(10, 96, 31, 96, dtype, lhsOrder, rhsOrder), 5, 6);
          check(products(5, 200, 3, 1000, dtype, lhsOrder, rhsOrder), 5, 5);
        }
      }
}

// With k outermost, one or both operands are made by RowWork. The output has the same bits as
// without slices.
TEST(Slices, OfK) {
  constexpr int kRowsOutermost = 1, kKOutermost = 4;
  check(products(1, 70, 90, 1500, DType::F32, kRowsOutermost, kKOutermost), 3, 500);
  check(products(1, 90, 70, 1501, DType::F32, kKOutermost, kKOutermost), 3, 501);
  check(products(1, 90, 170, 1501, DType::F64, kKOutermost, kRowsOutermost), 3, 501);
}

TEST(Slices, OnlyOfWhatIsWorthIt) {
  EXPECT_FALSE(slicesOf(convolution(1, 24, 8, 8, 1, true).spec)); // one image
  EXPECT_FALSE(slicesOf(convolution(5, 3, 8, 8, 1, false).spec)); // 345 points in all
  EXPECT_FALSE(slicesOf(products(1, 96, 64, 160, DType::F32, 0, 0).spec));
  EXPECT_FALSE(slicesOf(products(64, 8, 8, 8, DType::F32, 0, 0).spec)); // 32,768 multiply-adds
}

} // namespace
} // namespace lz::contraction
