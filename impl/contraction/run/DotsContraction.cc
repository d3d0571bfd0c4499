// Matrix times vector and its kin: dot products of the few rows of one operand with the many rows
// of the other, of which packing would cost more than the arithmetic. They are read once, where
// they lie.
#include "contraction/plan/Blocking.h"
#include "contraction/run/CopyRuns.h"
#include "contraction/plan/InPlace.h"
#include "contraction/run/Packing.h"
#include "contraction/run/DotTiles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lz::contraction {
namespace {

constexpr double kFlopsPerNs = 4; // for the grain of the pool only
// Values of k; to join the chains of many sums takes longer than short ones, and tiles do not.
constexpr int64_t kLeastDot = 64, kLeastDotOfMany = 256, kMany = 9;
constexpr int64_t kMostSharedK = 8192; // a longer short operand is packed block by block

// The contraction with the short operand first, whichever side it was on.
struct SmallProblem {
  const OperandSpec *few, *many;
  const Axis *outFew, *outMany;
  int64_t numFew, numMany;
  const void *fewData, *manyData;
};

SmallProblem smallProblemOf(const ContractionSpec& spec, const ContractionData& data) {
  if (spec.m <= spec.n)
    return {&spec.lhs, &spec.rhs, &spec.outM, &spec.outN, spec.m, spec.n, data.lhs, data.rhs};
  return {&spec.rhs, &spec.lhs, &spec.outN, &spec.outM, spec.n, spec.m, data.rhs, data.lhs};
}

// A block of k values of up to kSmallColumns rows of the long operand, which start at
// base[starts[j]]. The short operand is packed: few[i * kc + kk]. Sums go to sums[j][i].
// `converted`: scratch of kConvertedRows rows of kc.
template <typename From, typename T> struct SmallBlock {
  const From* base;
  const int64_t* starts;
  int64_t numRows, kc;
  const T* few;
  int64_t numFew;
  T (*sums)[kSmallRows];
  T* converted;
  CpuClass cpu;

  void add() const {
    const T* rows[kSmallColumns];
    if constexpr (std::is_same_v<From, T>) {
      for (int64_t j = 0; j < numRows; ++j)
        rows[j] = base + starts[j];
      addDots(DotBlock<T>{few, numFew, rows, numRows, kc, sums[0], kSmallRows, cpu});
    } else {
      for (int64_t j = 0; j < numRows; j += kConvertedRows) {
        int64_t count = std::min(kConvertedRows, numRows - j);
        for (int64_t r = 0; r < count; ++r) {
          copyRuns({&starts[j + r], 1, kc, 1, kc, cpu}, base, converted + r * kc);
          rows[r] = converted + r * kc;
        }
        addDots(DotBlock<T>{few, numFew, rows, count, kc, sums[j], kSmallRows, cpu});
      }
    }
  }
};

// Values k0 .. k0 + kc - 1 of the short operand, as SmallBlock wants them.
void packFew(const ContractionSpec& spec, const SmallProblem& p, int64_t batch, int64_t k0,
             int64_t kc, int64_t* numbers, void* target) {
  int64_t offset = offsetAt(p.few->batch, batch) * int64_t(byteSize(p.few->dtype));
  packBlock(*p.few,
            {static_cast<const std::byte*>(p.fewData) + offset, 0, p.numFew, k0, kc, 1,
             spec.compute, spec.cpu, numbers},
            target);
}

// Sums of columns at the offsets, rounded.
template <typename T>
void storeSums(const ContractionSpec& spec, const SmallProblem& p, int64_t batch,
               const T (*sums)[kSmallRows], int64_t numColumns, const int64_t* offsets, void* to) {
  int64_t rows[kSmallRows];
  offsetsOf(*p.outFew, 0, p.numFew, rows);
  visitDType(spec.outType, [&](auto zero) {
    using Out = decltype(zero);
    Out* out = static_cast<Out*>(to) + offsetAt(spec.outBatch, batch);
    if (std::is_same_v<Out, T> && isContiguous(rows, p.numFew))
      for (int64_t j = 0; j < numColumns; ++j)
        std::memcpy(out + offsets[j] + rows[0], sums[j], size_t(p.numFew) * sizeof(T));
    else
      for (int64_t i = 0; i < p.numFew; ++i)
        for (int64_t j = 0; j < numColumns; ++j)
          out[offsets[j] + rows[i]] = Out(sums[j][i]);
  });
}

// `few`: the short operand if it has been packed whole, block after block, or nullptr.
template <typename From, typename T>
void runColumns(const ContractionSpec& spec, const SmallProblem& p, const ContractionData& data,
                int64_t batch, int64_t j0, int64_t kcMax, const ThreadScratch& scratch,
                const T* few) {
  int64_t numColumns = std::min(smallColumnsOf(spec), p.numMany - j0);
  T sums[kSmallColumns][kSmallRows] = {};
  const void* manyData = p.manyData;
  if (spec.ownByRows)
    manyData = makeRows(spec, data, batch * p.numMany + j0, numColumns, scratch.ownRows);
  const From* many = static_cast<const From*>(manyData) + offsetAt(p.many->batch, batch);
  offsetsOf(p.many->rows, j0, numColumns, scratch.offsets);
  for (int64_t k0 = 0; k0 < spec.k; k0 += kcMax) {
    int64_t kc = std::min(kcMax, spec.k - k0);
    if (!few)
      packFew(spec, p, batch, k0, kc, scratch.packNumbers, scratch.packed);
    const T* block = few ? few + p.numFew * k0 : reinterpret_cast<const T*>(scratch.packed);
    SmallBlock<From, T>{many + offsetAt(p.many->k, k0),
                        scratch.offsets,
                        numColumns,
                        kc,
                        block,
                        p.numFew,
                        sums,
                        reinterpret_cast<T*>(scratch.converted),
                        spec.cpu}
        .add();
  }
  offsetsOf(*p.outMany, j0, numColumns, scratch.offsets);
  storeSums<T>(spec, p, batch, sums, numColumns, scratch.offsets, data.out);
}

template <typename From, typename T>
void runAll(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  Blocking blocking = blockingOf(spec);
  ScratchLayout layout = scratchLayoutOf(spec, blocking);
  SmallProblem problem = smallProblemOf(spec, data);
  bool makesRows = problem.many == &spec.lhs;
  int64_t step = smallColumnsOf(spec), blocks = (problem.numMany + step - 1) / step;
  int64_t columns = std::min(step, problem.numMany);
  double flops = 2.0 * double(columns) * double(spec.k) * double(problem.numFew);
  int64_t enough = (data.scratchBytes - layout.sharedBytes) / layout.threadBytes;
  int workers = int(std::min<int64_t>(pool.threads(), enough));
  std::byte* threads = data.scratch + layout.sharedBytes;
  T* few = nullptr;
  if (sharesFew(spec)) {
    few = reinterpret_cast<T*>(SharedScratch(layout, data.scratch).packed);
    for (int64_t k0 = 0; k0 < spec.k; k0 += blocking.kc)
      packFew(spec, problem, 0, k0, std::min(blocking.kc, spec.k - k0),
              ThreadScratch(layout, threads).packNumbers, few + problem.numFew * k0);
  }
  auto runUnits = [&](int64_t lo, int64_t hi, int worker) {
    ThreadScratch scratch(layout, threads + worker * layout.threadBytes);
    for (int64_t unit = lo; unit < hi; ++unit) {
      int64_t batch = unit / blocks, first = unit % blocks * step;
      runColumns<From, T>(spec, problem, data, batch, first, blocking.kc, scratch, few);
      int64_t end = std::min(first + step, problem.numMany);
      if (data.rows && makesRows)
        data.rows->finish(batch * spec.m + first, batch * spec.m + end, data.out);
    }
  };
  pool.parallelFor(spec.batch * blocks, flops / kFlopsPerNs, runUnits, workers);
  if (!makesRows)
    finishRows(data, 0, spec.batch * spec.m, pool);
}

// Whether values of k of the long operand lie side by side, many of them.
bool hasLongRows(const ContractionSpec& spec) {
  int64_t least = std::min(spec.m, spec.n) < kMany ? kLeastDot : kLeastDotOfMany;
  return spec.k >= least && evenStride(spec.m <= spec.n ? spec.rhs.k : spec.lhs.k) == 1;
}

} // namespace

int64_t smallColumnsOf(const ContractionSpec& spec) {
  constexpr int64_t kMadeBytes = 512 << 10, kTiny = 5;
  if (!spec.largeBlocks)
    return kTiny;
  int64_t rowBytes = spec.k * int64_t(byteSize(spec.compute));
  return spec.ownByRows ? std::clamp<int64_t>(kMadeBytes / rowBytes, 1, kSmallColumns)
                        : kSmallColumns;
}

bool isSmall(const ContractionSpec& spec) {
  return std::min(spec.m, spec.n) <= kSmallRows && spec.lhs.window.empty() &&
         spec.rhs.window.empty() && hasLongRows(spec);
}

bool sharesFew(const ContractionSpec& spec) {
  return isSmall(spec) && spec.batch == 1 && spec.k <= kMostSharedK;
}

void runSmall(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  DType many = spec.m <= spec.n ? spec.rhs.dtype : spec.lhs.dtype;
  switch (many) {
  case DType::F64:
    runAll<double, double>(spec, data, pool);
    return;
  case DType::F16:
    runAll<F16, float>(spec, data, pool);
    return;
  case DType::BF16:
    runAll<BF16, float>(spec, data, pool);
    return;
  default:
    runAll<float, float>(spec, data, pool);
    return;
  }
}

} // namespace lz::contraction
