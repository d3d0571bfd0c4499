#include "exec/Contraction.h"

#include "PlainKernels.h"
#include "base/Half.h"
#include "exec/Blocking.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

namespace lz::exec {
namespace {

struct Buffer {
  explicit Buffer(size_t bytes) : data(std::aligned_alloc(64, (bytes + 127) / 64 * 64)) {
    std::memset(data, 0, bytes);
  }
  ~Buffer() { std::free(data); }
  Buffer(const Buffer&) = delete;
  void* data;
};

double load(DType dtype, const void* data, int64_t i) {
  return visitDType(dtype,
                    [&](auto zero) { return double(static_cast<const decltype(zero)*>(data)[i]); });
}

void store(DType dtype, void* data, int64_t i, double value) {
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
      static_cast<T*>(data)[i] = T(float(value));
    else
      static_cast<T*>(data)[i] = T(value);
  });
}

void fillRandom(DType dtype, void* data, int64_t count, std::mt19937& rng) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int64_t i = 0; i < count; ++i)
    store(dtype, data, i, uniform(rng));
}

int64_t offsetOf(const Axis& axis, int64_t index) {
  int64_t offset = 0;
  for (size_t i = axis.size(); i-- > 0; index /= axis[i].extent)
    offset += index % axis[i].extent * axis[i].stride;
  return offset;
}

// Element (batch, row, k) of an operand, the slow way.
double element(const OperandSpec& op, const void* data, int64_t batch, int64_t row, int64_t k) {
  int64_t offset = offsetOf(op.batch, batch);
  if (op.plainKLast) {
    offset += offsetOf(op.k, k % op.k[0].extent);
    k /= op.k[0].extent;
  }
  for (size_t d = op.window.size(); d-- > 0;) {
    const WindowAxis& w = op.window[d];
    int64_t position = row % w.outExtent * w.outStride + k % w.tapExtent * w.tapStride - w.padLow;
    row /= w.outExtent;
    k /= w.tapExtent;
    if (position < 0 || position % w.baseDilation || position / w.baseDilation >= w.inputExtent)
      return 0;
    offset += position / w.baseDilation * w.elementStride;
  }
  offset += op.plainKLast ? 0 : offsetOf(op.k, k);
  return load(op.dtype, data, offset + offsetOf(op.rows, row));
}

// The operand of one batch element as a dense [rows][k] array.
std::vector<double> gathered(const OperandSpec& op, const void* data, int64_t batch, int64_t rows,
                             int64_t k) {
  std::vector<double> dense;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t kk = 0; kk < k; ++kk)
      dense.push_back(element(op, data, batch, row, kk));
  return dense;
}

double tolerance(DType dtype, int64_t k) {
  switch (dtype) {
  case DType::F64:
    return 1e-14 * double(k + 1);
  case DType::F32:
    return 4e-7 * double(k + 1);
  case DType::BF16:
    return 2e-2 * std::sqrt(double(k + 1));
  default:
    return 4e-3 * std::sqrt(double(k + 1));
  }
}

const void* shifted(const void* address, int64_t bytes) {
  return reinterpret_cast<const void*>(uintptr_t(address) + uintptr_t(bytes));
}

// Copies rows from one array to another.
void copyRows(const void* from, void* to, int64_t row, int64_t end, int64_t rowBytes) {
  std::memcpy(const_cast<void*>(shifted(to, row * rowBytes)), shifted(from, row * rowBytes),
              size_t((end - row) * rowBytes));
}

// RowWork must see every row once, complete, with the same bits as without it, whether the output
// and the private operand exist, or their rows in scratch only.
void checkRows(ContractionSpec spec, const Buffer& lhs, const Buffer& rhs, const Buffer& expected) {
  int64_t rows = spec.batch * spec.outRows(),
          outBytes = spec.batch * spec.m * spec.n * int64_t(byteSize(spec.outType));
  if (!hasDenseRows(spec) || outBytes == 0)
    return;
  int64_t rowBytes = outBytes / rows;
  for (int byRows : {0, 1, 3}) {
    spec.outByRows = spec.ownByRows = false;
    bool keeps = (byRows & 1) != 0 && canKeepRows(spec);
    bool makes = (byRows & 2) != 0 && canMakeRows(spec);
    int own = privateOperand(spec);
    const OperandSpec& operand = (own == 1) != spec.isSwapped ? spec.rhs : spec.lhs;
    int64_t ownBytes = spec.k * int64_t(byteSize(operand.dtype));
    int64_t numOwn = spec.batch * (&operand == &spec.rhs ? spec.n : spec.m);
    spec.outByRows = keeps, spec.ownByRows = makes;
    ThreadPool pool(3);
    Buffer out(static_cast<size_t>(outBytes)), copy(static_cast<size_t>(outBytes));
    Buffer scratch(size_t(spec.scratchBytes(3)));
    std::vector<std::atomic<int>> seen(static_cast<size_t>(rows)),
        made(static_cast<size_t>(numOwn));
    auto finish = [&](int64_t row, int64_t end, void* address) {
      for (int64_t r = row; r < end; ++r)
        ++seen[size_t(r)];
      copyRows(address, copy.data, row, end, rowBytes);
    };
    auto make = [&](int64_t row, int64_t end, void* address) {
      for (int64_t r = row; r < end; ++r)
        ++made[size_t(r)];
      copyRows(own == 0 ? lhs.data : rhs.data, address, row, end, ownBytes);
    };
    RowWork work{finish, 1e5, RowFn(make)};
    runContraction(spec, makes && own == 0 ? nullptr : lhs.data,
                   makes && own == 1 ? nullptr : rhs.data, keeps ? nullptr : out.data, scratch.data,
                   spec.scratchBytes(3), pool, &work);
    for (int64_t r = 0; r < rows; ++r)
      ASSERT_EQ(seen[size_t(r)], 1) << "row " << r;
    for (int64_t r = 0; makes && r < numOwn; ++r)
      ASSERT_EQ(made[size_t(r)], 1) << "row " << r;
    ASSERT_EQ(std::memcmp(copy.data, expected.data, size_t(outBytes)), 0) << byRows;
  }
}

void runOnce(const ContractionSpec& spec, const Buffer& lhs, const Buffer& rhs, int64_t outBytes,
             int threads, Buffer& out) {
  ThreadPool pool(threads);
  Buffer scratch(size_t(spec.scratchBytes(threads)));
  std::memset(out.data, 0x5a, size_t(outBytes));
  std::memset(scratch.data, 0xff, size_t(spec.scratchBytes(threads)));
  runContraction(spec, lhs.data, rhs.data, out.data, scratch.data, spec.scratchBytes(threads),
                 pool);
}

// Runs with 1, 2 and 5 threads and asks for equal bits, which `first` gets.
void expectSameBits(const ContractionSpec& spec, const Buffer& lhs, const Buffer& rhs,
                    int64_t outBytes, Buffer& first) {
  runOnce(spec, lhs, rhs, outBytes, 1, first);
  Buffer out(static_cast<size_t>(outBytes));
  for (int threads : {2, 5}) {
    runOnce(spec, lhs, rhs, outBytes, threads, out);
    ASSERT_EQ(std::memcmp(first.data, out.data, size_t(outBytes)), 0) << threads << " threads";
  }
}

// The bits of every class are those of the best one, as the kernels here are the same ones for all;
// but not those of small dots on V2, which use no kernel.
void expectBitsOfClasses(ContractionSpec spec, const Buffer& lhs, const Buffer& rhs,
                         int64_t outBytes, const Buffer& best) {
  Buffer out(static_cast<size_t>(outBytes));
  for (CpuClass cpu : hostCpuClasses()) {
    spec.cpu = cpu;
    runOnce(spec, lhs, rhs, outBytes, 2, out);
    bool isOther = std::memcmp(best.data, out.data, size_t(outBytes)) != 0;
    ASSERT_FALSE(isOther && !(isSmall(spec) && cpu == CpuClass::V2)) << cpuClassName(cpu);
  }
}

// Compares every `step`-th row with the naive sums.
void expectSums(const ContractionSpec& spec, const Buffer& lhs, const Buffer& rhs,
                const Buffer& out, int64_t step) {
  for (int64_t b = 0; b < spec.batch; ++b) {
    std::vector<double> left = gathered(spec.lhs, lhs.data, b, spec.m, spec.k);
    std::vector<double> right = gathered(spec.rhs, rhs.data, b, spec.n, spec.k);
    for (int64_t i = 0; i < spec.m; i += step)
      for (int64_t j = 0; j < spec.n; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < spec.k; ++k)
          sum += left[size_t(i * spec.k + k)] * right[size_t(j * spec.k + k)];
        int64_t at = offsetOf(spec.outBatch, b) + offsetOf(spec.outM, i) + offsetOf(spec.outN, j);
        ASSERT_NEAR(load(spec.outType, out.data, at), sum, tolerance(spec.outType, spec.k))
            << b << " " << i << " " << j;
      }
  }
}

void check(ContractionSpec spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
           std::mt19937& rng, int64_t step = 1) {
  ASSERT_TRUE(checkContraction(spec).ok()) << checkContraction(spec);
  if (spec.isSwapped)
    std::swap(lhsCount, rhsCount);
  Buffer lhs(size_t(lhsCount) * 8), rhs(size_t(rhsCount) * 8);
  const Buffer &givenLhs = spec.isSwapped ? rhs : lhs, &givenRhs = spec.isSwapped ? lhs : rhs;
  fillRandom(spec.lhs.dtype, lhs.data, lhsCount, rng);
  fillRandom(spec.rhs.dtype, rhs.data, rhsCount, rng);
  int64_t outBytes = outCount * int64_t(byteSize(spec.outType));
  Buffer first(static_cast<size_t>(outBytes));
  spec.cpu = hostCpuClass();
  expectSameBits(spec, givenLhs, givenRhs, outBytes, first);
  if (step == 1)
    expectBitsOfClasses(spec, givenLhs, givenRhs, outBytes, first);
  if (testing::Test::HasFatalFailure())
    return;
  checkRows(spec, givenLhs, givenRhs, first);
  expectSums(spec, lhs, rhs, first, step);
}

const MicroKernels& kernelsFor(DType compute, int choice) {
  if (compute == DType::F64)
    return plainKernels<double, 4, 8>();
  if (choice == 0)
    return plainKernels<float, 6, 16>();
  return choice == 1 ? plainKernels<float, 8, 48>() : plainKernels<float, 1, 4>();
}

// Strides of the axes (batch, rows, k) of a tensor that stores them in the order `order`, outermost
// first.
void setStrides(const int64_t (&extents)[3], const int (&order)[3], Axis* const (&axes)[3]) {
  int64_t stride = 1;
  for (int i = 2; i >= 0; --i) {
    *axes[order[i]] = {{extents[order[i]], stride}};
    stride *= extents[order[i]];
  }
}

constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// Splits an axis in two parts of the same points, so that it has two strides.
Axis split(const Axis& axis, int64_t by) {
  int64_t extent = axis[0].extent, stride = axis[0].stride;
  if (extent == 0 || extent % by != 0)
    return axis;
  return {{extent / by, by * stride}, {by, stride}};
}

// Without a tile.
ContractionSpec specOf(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                       int kernelChoice, int lhsOrder, int rhsOrder, int outOrder) {
  ContractionSpec spec;
  spec.compute = in == DType::F64 ? DType::F64 : DType::F32;
  spec.outType = out;
  spec.batch = batch, spec.m = m, spec.n = n, spec.k = k;
  spec.lhs.dtype = spec.rhs.dtype = in;
  setStrides({batch, m, k}, kOrders[lhsOrder], {&spec.lhs.batch, &spec.lhs.rows, &spec.lhs.k});
  setStrides({batch, n, k}, kOrders[rhsOrder], {&spec.rhs.batch, &spec.rhs.rows, &spec.rhs.k});
  setStrides({batch, m, n}, kOrders[outOrder], {&spec.outBatch, &spec.outM, &spec.outN});
  spec.kernels = &kernelsFor(spec.compute, kernelChoice);
  return spec;
}

ContractionSpec plainSpec(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                          int kernelChoice, int lhsOrder, int rhsOrder, int outOrder) {
  ContractionSpec spec =
      specOf(batch, m, n, k, in, out, kernelChoice, lhsOrder, rhsOrder, outOrder);
  chooseTile(spec);
  return spec;
}

ContractionSpec inPairs(ContractionSpec spec) {
  usePairs(spec, plainKernels<Pair, 6, 32>());
  chooseTile(spec);
  return spec;
}

// `spec`: without pairs and a tile.
void checkPairs(const ContractionSpec& spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
                std::mt19937& rng) {
  ContractionSpec pairs = inPairs(spec);
  ASSERT_TRUE(pairs.pairs);
  ASSERT_TRUE(checkContraction(pairs).ok()) << checkContraction(pairs);
  Buffer lhs(size_t(lhsCount) * 2), rhs(size_t(rhsCount) * 2);
  fillRandom(DType::BF16, lhs.data, lhsCount, rng);
  fillRandom(DType::BF16, rhs.data, rhsCount, rng);
  int64_t outBytes = outCount * int64_t(byteSize(spec.outType));
  Buffer out(static_cast<size_t>(outBytes));
  pairs.cpu = hostCpuClass();
  expectSameBits(pairs, lhs, rhs, outBytes, out);
  expectBitsOfClasses(pairs, lhs, rhs, outBytes, out);
  if (testing::Test::HasFatalFailure())
    return;
  checkRows(pairs, lhs, rhs, out);
  expectSums(spec, lhs, rhs, out, 1);
}

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
    ContractionSpec spec = plainSpec(batch, m, n, k, in, out, int(pick(0, 2)), int(pick(0, 5)),
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
    ContractionSpec spec = specOf(batch, m, n, k, DType::BF16, out, 0, int(pick(0, 5)),
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

TEST(Contraction, PairsAreOfTwoLargeOperandsOfBf16) {
  auto uses = [](ContractionSpec spec) { return inPairs(std::move(spec)).pairs; };
  EXPECT_TRUE(uses(specOf(1, 17, 33, 6, DType::BF16, DType::BF16, 0, 0, 0, 0)));
  EXPECT_FALSE(uses(specOf(1, 17, 33, 6, DType::F16, DType::F32, 0, 0, 0, 0)));
  EXPECT_FALSE(uses(specOf(1, 2, 33, 80, DType::BF16, DType::F32, 0, 0, 0, 0)));
  ContractionSpec mixed = specOf(1, 17, 33, 6, DType::BF16, DType::F32, 0, 0, 0, 0);
  mixed.rhs.dtype = DType::F32;
  EXPECT_FALSE(uses(mixed));
}

// Few rows against many along k: several blocks of k, of which the short operand is packed at once
// or each for itself.
TEST(Contraction, DotsInSeveralBlocks) {
  std::mt19937 rng(17);
  for (DType dtype : {DType::F32, DType::F64, DType::BF16})
    for (int64_t k : {1300, 9001}) {
      check(plainSpec(1, 150, 13, k, dtype, dtype, 0, 0, 0, 0), 150 * k, 13 * k, 150 * 13, rng);
      check(plainSpec(2, 5, 140, k, dtype, dtype, 0, 0, 0, 0), 10 * k, 280 * k, 1400, rng);
    }
}

TEST(Contraction, ManyTasksGiveTheSameBits) {
  std::mt19937 rng(3);
  ContractionSpec spec = plainSpec(1, 201, 203, 400, DType::F32, DType::F32, 1, 0, 0, 0);
  check(spec, 201 * 400, 203 * 400, 201 * 203, rng);
  spec = plainSpec(1, 101, 103, 400, DType::BF16, DType::BF16, 0, 0, 1, 0);
  check(spec, 101 * 400, 103 * 400, 101 * 103, rng);
}

// More than is packed at a time of the shared operand, which is rhs or lhs, along its rows and
// along k; with a narrow output more than is summed at a time.
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

TEST(Contraction, MatrixTimesVector) {
  std::mt19937 rng(4);
  for (int order : {0, 1})
    for (DType in : {DType::F32, DType::F64, DType::BF16}) {
      check(plainSpec(1, 1, 1000, 777, in, in, 0, 0, order, 0), 777, 777000, 1000, rng);
      check(plainSpec(2, 900, 3, 500, in, in, 0, order, 0, 0), 900000, 3000, 5400, rng);
    }
}

// Few rows against many that lie along k: tiles of every count, ends of k, and several blocks of
// it.
TEST(Contraction, FewLongRows) {
  std::mt19937 rng(19);
  for (int64_t few : {2, 5, 7, 12, 16})
    for (int64_t k : {64, 97, 300})
      for (DType in : {DType::F32, DType::F64, DType::BF16, DType::F16}) {
        SCOPED_TRACE(testing::Message() << few << " x " << k << " dtype " << int(in));
        check(plainSpec(1, 137, few, k, in, in, 0, 0, 1, 0), 137 * k, few * k, 137 * few, rng);
        check(plainSpec(2, few, 37, k, in, in, 0, 0, 0, 0), 2 * few * k, 74 * k, 74 * few, rng);
      }
  check(plainSpec(1, 131, 3, 9001, DType::F32, DType::F32, 0, 0, 0, 0), 131 * 9001, 27003, 393,
        rng);
}

TEST(Contraction, EmptySumsAreZero) {
  std::mt19937 rng(5);
  check(plainSpec(2, 3, 5, 0, DType::F32, DType::F32, 0, 0, 0, 0), 0, 0, 30, rng);
  check(plainSpec(1, 0, 5, 4, DType::F32, DType::F32, 0, 0, 0, 0), 0, 20, 0, rng);
  check(plainSpec(1, 5, 0, 4, DType::F32, DType::F32, 0, 0, 0, 0), 20, 0, 0, rng);
  check(plainSpec(0, 5, 5, 4, DType::F32, DType::F32, 0, 0, 0, 0), 0, 0, 0, rng);
}

// NaN and infinity beside the edge must not leak through the zeros of padded panels, and must
// arrive where they belong.
template <typename T> void checkSpecialValues(const ContractionSpec& spec) {
  std::vector<T> lhs(35, T(1)), rhs(85, T(1));
  std::vector<float> out(119);
  lhs[6 * 5] = T(NAN);
  rhs[16 * 5] = T(INFINITY);
  ThreadPool pool(1);
  Buffer scratch(size_t(spec.scratchBytes(1)));
  runContraction(spec, lhs.data(), rhs.data(), out.data(), scratch.data, spec.scratchBytes(1),
                 pool);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 17; ++j) {
      float value = out[size_t(i * 17 + j)];
      if (i == 6)
        EXPECT_TRUE(std::isnan(value));
      else if (j == 16)
        EXPECT_TRUE(std::isinf(value));
      else
        EXPECT_EQ(value, 5.0f);
    }
}

TEST(Contraction, SpecialValuesStayInTheirRows) {
  checkSpecialValues<float>(plainSpec(1, 7, 17, 5, DType::F32, DType::F32, 0, 0, 0, 0));
  ContractionSpec pairs = inPairs(specOf(1, 7, 17, 5, DType::BF16, DType::F32, 0, 0, 0, 0));
  EXPECT_TRUE(pairs.pairs);
  checkSpecialValues<BF16>(pairs);
}

TEST(Contraction, ConvolutionsOfManyKinds) {
  std::mt19937 rng(11);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  for (int round = 0; round < 60; ++round) {
    int64_t images = pick(1, 3), channels = pick(1, 5), features = pick(1, 9);
    std::vector<WindowAxis> window;
    int64_t taps = 1, outs = 1, area = 1;
    for (int d = 0; d < 2; ++d) {
      WindowAxis w;
      w.inputExtent = pick(1, 11), w.tapExtent = pick(1, 3), w.outStride = pick(1, 2);
      w.tapStride = pick(1, 2), w.padLow = pick(0, 3), w.baseDilation = round % 4 ? 1 : pick(1, 3);
      int64_t padHigh = pick(0, 3), dilated = (w.inputExtent - 1) * w.baseDilation + 1;
      int64_t span = dilated + w.padLow + padHigh - ((w.tapExtent - 1) * w.tapStride + 1);
      w.outExtent = span < 0 ? 0 : span / w.outStride + 1;
      window.push_back(w);
      taps *= w.tapExtent, outs *= w.outExtent, area *= w.inputExtent;
    }
    bool channelsLast = pick(0, 1);
    int64_t pixel = channelsLast ? channels : 1;
    window[0].elementStride = window[1].inputExtent * pixel;
    window[1].elementStride = pixel;
    OperandSpec input{
        DType::F32, {}, {{images, area * channels}}, {{channels, channelsLast ? 1 : area}}, window};
    OperandSpec filter{
        DType::F32,
        {},
        {{features, channels * taps}},
        {{channels, taps}, {window[0].tapExtent, window[1].tapExtent}, {window[1].tapExtent, 1}},
        {}};
    Axis pixels = {{images, features * outs}, {outs, 1}}, maps = {{features, outs}};
    ContractionSpec spec;
    bool inputFirst = pick(0, 1);
    spec.k = channels * taps;
    spec.m = inputFirst ? images * outs : features;
    spec.n = inputFirst ? features : images * outs;
    spec.lhs = inputFirst ? input : filter, spec.rhs = inputFirst ? filter : input;
    spec.outM = inputFirst ? pixels : maps, spec.outN = inputFirst ? maps : pixels;
    spec.kernels = &kernelsFor(DType::F32, int(pick(0, 2)));
    chooseTile(spec);
    int64_t inputCount = images * channels * area, filterCount = features * channels * taps;
    SCOPED_TRACE(testing::Message() << "round " << round);
    check(spec, inputFirst ? inputCount : filterCount, inputFirst ? filterCount : inputCount,
          images * features * outs, rng);
    if (HasFatalFailure())
      return;
  }
}

// Channels innermost: read as strips where a panel is in one line, packed where it is in two. Pairs
// of channels are, too.
TEST(Contraction, WindowsAsStrips) {
  std::mt19937 rng(23);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  int used = 0;
  for (int round = 0; round < 40; ++round) {
    int64_t images = pick(1, 3), channels = pick(6, 40), features = pick(1, 20), gap = pick(0, 1);
    bool pairs = round % 3 == 0;
    if (pairs)
      channels *= 2, gap *= 2;
    ContractionSpec spec;
    spec.lhs.plainKLast = true;
    spec.lhs.dtype = round % 5 == 0 || pairs ? DType::BF16 : DType::F32;
    int64_t taps = 1, outs = 1, area = 1, pixel = channels + gap;
    for (int d = 0; d < 2; ++d) {
      WindowAxis w;
      w.inputExtent = pick(1, 19), w.tapExtent = pick(1, 3), w.outStride = pick(1, 2);
      w.tapStride = pick(1, 2), w.padLow = pick(0, 3), w.baseDilation = 1;
      int64_t span = w.inputExtent + w.padLow + pick(0, 3) - ((w.tapExtent - 1) * w.tapStride + 1);
      w.outExtent = span < 0 ? 0 : span / w.outStride + 1;
      spec.lhs.window.push_back(w);
      taps *= w.tapExtent, outs *= w.outExtent, area *= w.inputExtent;
    }
    spec.lhs.window[0].elementStride = spec.lhs.window[1].inputExtent * pixel;
    spec.lhs.window[1].elementStride = pixel;
    spec.lhs.rows = {{images, area * pixel}}, spec.lhs.k = {{channels, 1}};
    DType filter = pairs ? DType::BF16 : DType::F32;
    spec.rhs = {filter, {}, {{features, channels * taps}}, {{channels * taps, 1}}, {}};
    spec.k = channels * taps, spec.m = images * outs, spec.n = features;
    spec.outM = {{images * outs, features}}, spec.outN = {{features, 1}};
    spec.kernels = &plainKernels<float, 6, 16>();
    SCOPED_TRACE(testing::Message() << "round " << round);
    int64_t inputs = images * area * pixel, filters = features * channels * taps;
    if (pairs) {
      used += blockingOf(inPairs(spec)).strips.has_value();
      checkPairs(spec, inputs, filters, images * outs * features, rng);
    } else {
      chooseTile(spec);
      used += blockingOf(spec).strips.has_value();
      check(spec, inputs, filters, images * outs * features, rng);
    }
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(used, 20);
}

TEST(Contraction, ScratchForFewerThreadsIsEnough) {
  ContractionSpec spec = plainSpec(1, 200, 200, 300, DType::F32, DType::F32, 0, 0, 0, 0);
  std::vector<float> lhs(60000, 1), rhs(60000, 2), out(40000);
  ThreadPool pool(5);
  int64_t bytes = spec.scratchBytes(1);
  Buffer scratch{size_t(bytes)};
  runContraction(spec, lhs.data(), rhs.data(), out.data(), scratch.data, bytes, pool);
  EXPECT_EQ(out[39999], 600.0f);
}

TEST(Contraction, CheckFindsWrongAxes) {
  ContractionSpec spec = plainSpec(1, 3, 5, 7, DType::F32, DType::F32, 0, 0, 0, 0);
  EXPECT_TRUE(checkContraction(spec).ok());
  spec.rhs.k[0].extent = 8;
  EXPECT_EQ(checkContraction(spec).code(), absl::StatusCode::kInternal);
  spec.rhs.k[0].extent = 7;
  spec.outType = DType::F64;
  EXPECT_FALSE(checkContraction(spec).ok());
}

} // namespace
} // namespace lz::exec
