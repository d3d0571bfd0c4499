#include "ContractionChecks.h"

#include "CpuSample.h"
#include "PlainKernels.h"
#include "base/Half.h"
#include "contraction/plan/Pairs.h"
#include "contraction/plan/TileChoice.h"
#include "contraction/run/RunContraction.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace lz::contraction {
namespace {

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

int64_t offsetOf(const Axis& axis, int64_t index) {
  int64_t offset = 0;
  for (size_t i = axis.size(); i-- > 0; index /= axis[i].extent)
    offset += index % axis[i].extent * axis[i].stride;
  return offset;
}

// Returns element (batch, row, k) of an operand, by the plain definition.
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

// Returns the operand of one batch element as a dense [rows][k] array.
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

// Checks that RowWork sees every row exactly once, at a time when the row is complete, and that the
// bits are the same as without RowWork. Tries this with the output and the private operand in
// memory, and with only some of their rows in scratch.
void checkRows(TiledContraction spec, const Buffer& lhs, const Buffer& rhs,
               const Buffer& expected) {
  int64_t rows = spec.batch * spec.outRows(),
          outBytes = spec.batch * spec.m * spec.n * int64_t(byteSize(spec.outType));
  if (!hasDenseRows(spec) || outBytes == 0)
    return;
  int64_t rowBytes = outBytes / rows;
  for (int byRows : {0, 1, 3}) {
    spec.outByRows = spec.ownByRows = false;
    ContractionPlan able = planContraction(spec, 3);
    bool keeps = (byRows & 1) != 0 && able.keepsRows;
    bool makes = (byRows & 2) != 0 && able.makesRows;
    int own = able.privateOperand;
    const OperandSpec& operand = (own == 1) != spec.isSwapped ? spec.rhs : spec.lhs;
    int64_t ownBytes = spec.k * int64_t(byteSize(operand.dtype));
    int64_t numOwn = spec.batch * (&operand == &spec.rhs ? spec.n : spec.m);
    spec.outByRows = keeps, spec.ownByRows = makes;
    ContractionPlan plan = planContraction(spec, 3);
    ThreadPool pool(3);
    Buffer out(static_cast<size_t>(outBytes)), copy(static_cast<size_t>(outBytes));
    Buffer scratch(size_t(plan.scratchBytes()));
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
    runContraction(plan, makes && own == 0 ? nullptr : lhs.data,
                   makes && own == 1 ? nullptr : rhs.data, keeps ? nullptr : out.data, scratch.data,
                   plan.scratchBytes(), pool, &work);
    for (int64_t r = 0; r < rows; ++r)
      ASSERT_EQ(seen[size_t(r)], 1) << "row " << r;
    for (int64_t r = 0; makes && r < numOwn; ++r)
      ASSERT_EQ(made[size_t(r)], 1) << "row " << r;
    ASSERT_EQ(std::memcmp(copy.data, expected.data, size_t(outBytes)), 0) << byRows;
  }
}

void runOnce(const TiledContraction& spec, const Buffer& lhs, const Buffer& rhs, int64_t outBytes,
             int threads, Buffer& out) {
  ContractionPlan plan = planContraction(spec, threads);
  ThreadPool pool(threads);
  Buffer scratch(size_t(plan.scratchBytes()));
  std::memset(out.data, 0x5a, size_t(outBytes));
  std::memset(scratch.data, 0xff, size_t(plan.scratchBytes()));
  runContraction(plan, lhs.data, rhs.data, out.data, scratch.data, plan.scratchBytes(), pool);
}

// Runs with 1, 2 and 5 threads and expects equal bits, which are returned in `first`.
void expectSameBits(const TiledContraction& spec, const Buffer& lhs, const Buffer& rhs,
                    int64_t outBytes, Buffer& first) {
  runOnce(spec, lhs, rhs, outBytes, 1, first);
  Buffer out(static_cast<size_t>(outBytes));
  for (int threads : {2, 5}) {
    runOnce(spec, lhs, rhs, outBytes, threads, out);
    ASSERT_EQ(std::memcmp(first.data, out.data, size_t(outBytes)), 0) << threads << " threads";
  }
}

bool usesKernels(const TiledContraction& spec) {
  const ContractionPlan plan = planContraction(spec, 2);
  return plan.is<PackedPlan>() || plan.is<FilterGradientPlan>();
}

// Checks that CPU classes give the same bits as the best CPU class. Two of them must agree if both
// use micro-kernels, which are the same for all CPU classes in this test. They must also agree if
// neither uses micro-kernels (dots, thin tiles, streamed rows) and neither is V2, the only CPU
// class that does not fuse operations.
void expectBitsOfClasses(TiledContraction spec, const Buffer& lhs, const Buffer& rhs,
                         int64_t outBytes, const Buffer& best) {
  Buffer out(static_cast<size_t>(outBytes));
  const bool bestUsesKernels = usesKernels(spec), bestIsV2 = spec.cpu == MachineClass::X86V2;
  for (MachineClass cpu : test::nextCpuClasses()) {
    spec.cpu = cpu;
    runOnce(spec, lhs, rhs, outBytes, 2, out);
    bool isOther = std::memcmp(best.data, out.data, size_t(outBytes)) != 0;
    const bool mayDiffer = usesKernels(spec) != bestUsesKernels ||
                           (!bestUsesKernels && (cpu == MachineClass::X86V2) != bestIsV2);
    ASSERT_FALSE(isOther && !mayDiffer) << machineClassName(cpu);
  }
}

// Compares every `step`-th row with the naive sums.
void expectSums(const TiledContraction& spec, const Buffer& lhs, const Buffer& rhs,
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

// Sets the strides of the axes (batch, rows, k) of a tensor that stores them in the order `order`,
// outermost first.
void setStrides(const int64_t (&extents)[3], const int (&order)[3], Axis* const (&axes)[3]) {
  int64_t stride = 1;
  for (int i = 2; i >= 0; --i) {
    *axes[order[i]] = {{extents[order[i]], stride}};
    stride *= extents[order[i]];
  }
}

constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

} // namespace

Buffer::Buffer(size_t bytes) : data(std::aligned_alloc(64, (bytes + 127) / 64 * 64)) {
  std::memset(data, 0, bytes);
}
Buffer::~Buffer() {
  std::free(data);
}

void fillRandom(DType dtype, void* data, int64_t count, std::mt19937& rng) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int64_t i = 0; i < count; ++i)
    store(dtype, data, i, uniform(rng));
}

void check(TiledContraction spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
           std::mt19937& rng, int64_t step) {
  ASSERT_TRUE(checkTile(spec).ok()) << checkTile(spec);
  if (spec.isSwapped)
    std::swap(lhsCount, rhsCount);
  Buffer lhs(size_t(lhsCount) * 8), rhs(size_t(rhsCount) * 8);
  const Buffer &givenLhs = spec.isSwapped ? rhs : lhs, &givenRhs = spec.isSwapped ? lhs : rhs;
  fillRandom(spec.lhs.dtype, lhs.data, lhsCount, rng);
  fillRandom(spec.rhs.dtype, rhs.data, rhsCount, rng);
  int64_t outBytes = outCount * int64_t(byteSize(spec.outType));
  Buffer first(static_cast<size_t>(outBytes));
  spec.cpu = hostMachineClass();
  expectSameBits(spec, givenLhs, givenRhs, outBytes, first);
  if (step == 1)
    expectBitsOfClasses(spec, givenLhs, givenRhs, outBytes, first);
  if (testing::Test::HasFatalFailure())
    return;
  expectSums(spec, lhs, rhs, first, step);
  if (planContraction(spec, 1).is<ThinPlan>()) {
    // Plans that are not thin use micro-kernels. The micro-kernels of this test fuse no operations,
    // and class V2 does not either.
    spec.cpu = MachineClass::X86V2;
    runOnce(spec, givenLhs, givenRhs, outBytes, 1, first);
  }
  checkRows(spec, givenLhs, givenRhs, first);
}

const KernelTable& kernelsFor(DType compute, int choice) {
  if (compute == DType::F64)
    return plainKernels<double, 4, 8>();
  if (choice == 0)
    return plainKernels<float, 6, 16>();
  return choice == 1 ? plainKernels<float, 8, 48>() : plainKernels<float, 1, 4>();
}

Axis split(const Axis& axis, int64_t by) {
  int64_t extent = axis[0].extent, stride = axis[0].stride;
  if (extent == 0 || extent % by != 0)
    return axis;
  return {{extent / by, by * stride}, {by, stride}};
}

TiledContraction specOf(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                        int kernelChoice, int lhsOrder, int rhsOrder, int outOrder) {
  TiledContraction spec;
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

TiledContraction plainSpec(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                           int kernelChoice, int lhsOrder, int rhsOrder, int outOrder) {
  TiledContraction spec =
      specOf(batch, m, n, k, in, out, kernelChoice, lhsOrder, rhsOrder, outOrder);
  chooseTile(spec);
  return spec;
}

TiledContraction inPairs(TiledContraction spec) {
  TiledContraction pairs = inPairs(spec, plainKernels<Pair, 6, 32>()).value();
  chooseTile(pairs);
  return pairs;
}

void checkPairs(const TiledContraction& spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
                std::mt19937& rng) {
  TiledContraction pairs = inPairs(spec);
  ASSERT_TRUE(pairs.pairs);
  ASSERT_TRUE(checkTile(pairs).ok()) << checkTile(pairs);
  Buffer lhs(size_t(lhsCount) * 2), rhs(size_t(rhsCount) * 2);
  fillRandom(DType::BF16, lhs.data, lhsCount, rng);
  fillRandom(DType::BF16, rhs.data, rhsCount, rng);
  int64_t outBytes = outCount * int64_t(byteSize(spec.outType));
  Buffer out(static_cast<size_t>(outBytes));
  pairs.cpu = hostMachineClass();
  expectSameBits(pairs, lhs, rhs, outBytes, out);
  expectBitsOfClasses(pairs, lhs, rhs, outBytes, out);
  if (testing::Test::HasFatalFailure())
    return;
  checkRows(pairs, lhs, rhs, out);
  expectSums(spec, lhs, rhs, out, 1);
}

} // namespace lz::contraction
