// Few columns and short sums: many rows, or many batch elements, times a matrix of 32 columns at
// most. The tiles of the micro-kernels would be half empty, and what is done once for each of them
// would take longer than its products. The few columns are packed, and the rows are read and
// written where they lie:
//
//   100000 x 5 times 5 x 5   units of 3264 rows; each row is stored with its whole register, 8
//                            numbers, and the next row overwrites what was too much
//   10000 of 3 x 3 x 3       units of 1818 batch elements; the columns of each are packed before
//                            its rows
//
// Either operand can be the one with many rows. Its columns are the output's, side by side, or it
// is the rows that lie side by side there, and tiles are turned. Types other than the compute type
// are converted a unit at a time.
#include "base/Half.h"
#include "base/Integers.h"
#include "contraction/plan/Blocking.h"
#include "contraction/run/CopyRuns.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/RoundRow.h"
#include "contraction/run/ThinTiles.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace lz::contraction {
namespace {

// What one thread reaches, for the grain of the pool only.
constexpr double kFlopsPerNs = 20, kBytesPerNs = 8, kNsPerElement = 10;
// Of a unit's rows and output: what is converted or used once more stays in the first-level cache,
// all else lies in long stretches.
constexpr int64_t kCachedBytes = 32 << 10, kStreamedBytes = 128 << 10;
// Columns beside rows of another type, which take time of their own.
constexpr int64_t kMostConverted = 16;
// Longer sums make up for what a tile of the micro-kernels costs; of columns that fill most of one,
// shorter ones do.
constexpr int64_t kMostK = 32, kMostKOfFull = 24, kFull = 24;

struct Strides {
  int64_t batch, rows, k;
};

std::optional<Strides> stridesOf(const Axis& batch, const Axis& rows, const Axis& k) {
  std::optional<int64_t> b = evenStride(batch), r = evenStride(rows), kk = evenStride(k);
  if (!b || !r || !kk)
    return std::nullopt;
  return Strides{*b, *r, *kk};
}

// The contraction as many rows times few columns, whichever side they were on.
struct ThinProblem {
  bool manyIsLhs;
  DType manyType, fewType;
  int64_t numMany, numFew;
  Strides many, few, out; // of the output: batch, many, few
  bool turned;            // the many lie side by side in the output
};

std::optional<ThinProblem> problemOf(const ContractionSpec& spec, bool manyIsLhs) {
  const OperandSpec &many = manyIsLhs ? spec.lhs : spec.rhs, &few = manyIsLhs ? spec.rhs : spec.lhs;
  ThinProblem p = {manyIsLhs,
                   many.dtype,
                   few.dtype,
                   manyIsLhs ? spec.m : spec.n,
                   manyIsLhs ? spec.n : spec.m,
                   {},
                   {},
                   {},
                   false};
  bool converts = p.manyType != spec.compute || p.fewType != spec.compute;
  if (p.numFew > (converts ? kMostConverted : kThin))
    return std::nullopt;
  std::optional<Strides> a = stridesOf(many.batch, many.rows, many.k);
  std::optional<Strides> b = stridesOf(few.batch, few.rows, few.k);
  std::optional<Strides> c = stridesOf(spec.outBatch, manyIsLhs ? spec.outM : spec.outN,
                                       manyIsLhs ? spec.outN : spec.outM);
  if (!a || !b || !c || (c->rows != 1 && c->k != 1))
    return std::nullopt;
  p.many = *a, p.few = *b, p.out = *c;
  p.turned = c->rows == 1 && (c->k != 1 || p.numFew == 1);
  bool isSideBySide = p.turned && a->rows == 1;
  if (spec.batch == 1 && p.numFew > kFull && (isSideBySide || spec.k > kMostKOfFull))
    return std::nullopt;
  return p;
}

// None: it is not thin. Rather rows that are stored as they are computed than some that are turned.
std::optional<ThinProblem> problemOf(const ContractionSpec& spec) {
  bool isEmpty = spec.batch == 0 || spec.m == 0 || spec.n == 0 || spec.k == 0;
  if (isEmpty || spec.k > std::min(kMostK, blockOfK(spec)) || spec.pairs ||
      !spec.lhs.window.empty() || !spec.rhs.window.empty() || isSmall(spec))
    return std::nullopt;
  std::optional<ThinProblem> left = problemOf(spec, true);
  if (left && !left->turned)
    return left;
  std::optional<ThinProblem> right = problemOf(spec, false);
  return right && (!left || !right->turned) ? right : left;
}

// What is computed at a time: rows of a batch element, or some batch elements.
struct ThinUnits {
  int64_t rows, elements, blocks, count; // blocks: units of a batch element

  ThinUnits(const ContractionSpec& spec, const ThinProblem& p) {
    constexpr int64_t kTiny = 5, kWhole = 16;
    int64_t rowBytes =
        spec.k * int64_t(byteSize(p.manyType)) + p.numFew * int64_t(byteSize(spec.outType));
    bool byRows = spec.outByRows || spec.ownByRows;
    bool isCached = byRows || p.manyType != spec.compute || spec.outType != spec.compute;
    int64_t bytes = isCached ? kCachedBytes : kStreamedBytes;
    int64_t most = std::max<int64_t>(bytes / rowBytes / kWhole, 1) * kWhole;
    rows = std::min(spec.largeBlocks ? most : kTiny, p.numMany);
    blocks = ceilDiv(p.numMany, rows);
    elements = blocks > 1 || byRows ? 1 : std::clamp<int64_t>(most / rows, 1, spec.batch);
    count = blocks > 1 ? spec.batch * blocks : ceilDiv(spec.batch, elements);
  }
};

// Byte offsets: what all threads share, and what each has behind it.
struct ThinScratch {
  int64_t few, sharedBytes;
  int64_t ownFew, converted, tile, outRows, ownRows, threadBytes;

  ThinScratch(const ContractionSpec& spec, const ThinProblem& p, const ThinUnits& units) {
    int64_t size = int64_t(byteSize(spec.compute)), width = thinWidth(p.numFew);
    few = 0;
    sharedBytes = roundUp(spec.k * width * size, 64);
    ownFew = 0;
    converted = ownFew + sharedBytes;
    tile = converted + (p.manyType == spec.compute ? 0 : roundUp(units.rows * spec.k * size, 64));
    outRows = tile + roundUp((units.rows + width) * width * size, 64);
    int64_t outBytes = units.rows * p.numFew * int64_t(byteSize(spec.outType));
    ownRows = outRows + (spec.outByRows ? roundUp(outBytes + 64, 64) : 0);
    int64_t ownBytes = units.rows * spec.k * int64_t(byteSize(p.manyType));
    threadBytes = ownRows + (spec.ownByRows ? roundUp(ownBytes + 64, 64) : 0);
  }
};

template <typename T> class ThinRunner {
public:
  ThinRunner(const ContractionSpec& spec, const ThinProblem& p, const ContractionData& data)
      : spec_(spec), p_(p), data_(data), units_(spec, p), scratch_(spec, p, units_),
        width_(thinWidth(p.numFew)) {}

  void run(ThreadPool& pool) const {
    bool isShared = spec_.batch == 1;
    std::byte* threads = data_.scratch + scratch_.sharedBytes;
    int64_t enough = (data_.scratchBytes - scratch_.sharedBytes) / scratch_.threadBytes;
    int workers = int(std::min<int64_t>(pool.threads(), enough));
    if (isShared && !isInPlace())
      packFew(0, data_.scratch);
    auto runUnits = [&](int64_t lo, int64_t hi, int worker) {
      std::byte* own = threads + worker * scratch_.threadBytes;
      for (int64_t unit = lo; unit < hi; ++unit)
        runUnit(unit, hi, isShared ? data_.scratch : own, own);
    };
    pool.parallelFor(units_.count, nsPerUnit(), runUnits, workers);
    if (!completesRows())
      finishRows(data_, 0, spec_.batch * spec_.outRows(), pool);
  }

private:
  // Whether a unit is whole rows of the output.
  bool completesRows() const { return p_.manyIsLhs != spec_.isSwapped || units_.blocks == 1; }

  double nsPerUnit() const {
    double rows = double(units_.rows * units_.elements), k = double(spec_.k);
    double bytes = k * double(byteSize(p_.manyType)) + double(p_.numFew * byteSize(spec_.outType));
    return rows * (2 * k * double(width_) / kFlopsPerNs + bytes / kBytesPerNs) +
           kNsPerElement * double(units_.elements);
  }

  // Units up to `hi` are this thread's, one after the other.
  void runUnit(int64_t unit, int64_t hi, std::byte* few, std::byte* own) const {
    int64_t batch = units_.blocks > 1 ? unit / units_.blocks : unit * units_.elements;
    int64_t first = units_.blocks > 1 ? unit % units_.blocks * units_.rows : 0;
    int64_t rows = std::min(units_.rows, p_.numMany - first);
    int64_t elements = std::min(units_.elements, spec_.batch - batch);
    bool completes = data_.rows && completesRows();
    int64_t outRow = batch * spec_.outRows() + first;
    int64_t rowBytes = p_.numFew * int64_t(byteSize(spec_.outType));
    void* out =
        spec_.outByRows ? addressOfRows(own + scratch_.outRows, outRow * rowBytes) : data_.out;
    int64_t owned = endOfThread(hi);
    for (int64_t b = batch; b < batch + elements; ++b) {
      if (spec_.batch > 1 && !isInPlace())
        packFew(b, few);
      runRows(b, first, rows, fewOf(b, few), own, out, owned);
    }
    if (!completes)
      return;
    int64_t done = units_.blocks > 1 ? rows : elements * spec_.outRows();
    data_.rows->finish(outRow, outRow + done, out);
  }

  // The end of what this thread writes before unit `hi`, if that is all of the output up to there;
  // else 0.
  int64_t endOfThread(int64_t hi) const {
    bool isDense = p_.out.batch == p_.numMany * p_.out.rows || spec_.batch == 1;
    if (spec_.outByRows || !isDense)
      return 0;
    if (units_.blocks == 1)
      return std::min(hi * units_.elements, spec_.batch) * p_.numMany * p_.out.rows;
    return hi / units_.blocks * p_.numMany * p_.out.rows +
           std::min(hi % units_.blocks * units_.rows, p_.numMany) * p_.out.rows;
  }

  // Whether the few columns lie as tiles want them.
  bool isInPlace() const {
    return p_.fewType == spec_.compute && p_.few.rows == 1 && p_.few.k == width_ &&
           p_.numFew == width_;
  }

  const T* fewOf(int64_t batch, const std::byte* packed) const {
    if (!isInPlace())
      return reinterpret_cast<const T*>(packed);
    return static_cast<const T*>(p_.manyIsLhs ? data_.rhs : data_.lhs) + batch * p_.few.batch;
  }

  void packFew(int64_t batch, std::byte* few) const {
    T* target = reinterpret_cast<T*>(few);
    visit(p_.fewType, [&](auto zero) {
      const void* data = p_.manyIsLhs ? data_.rhs : data_.lhs;
      auto* from = static_cast<const decltype(zero)*>(data) + batch * p_.few.batch;
      for (int64_t kk = 0; kk < spec_.k; ++kk, from += p_.few.k, target += width_) {
        for (int64_t j = 0; j < p_.numFew; ++j)
          target[j] = T(from[j * p_.few.rows]);
        std::fill(target + p_.numFew, target + width_, T(0));
      }
    });
  }

  template <typename Use> static void visit(DType dtype, Use use) {
    if constexpr (std::is_same_v<T, double>)
      return use(double());
    else if (dtype == DType::BF16)
      return use(BF16());
    else if (dtype == DType::F16)
      return use(F16());
    else
      return use(float());
  }

  void runRows(int64_t batch, int64_t first, int64_t rows, const T* few, std::byte* own, void* out,
               int64_t owned) const {
    ThinBlock<T> block = {nullptr,   p_.many.rows, p_.many.k, rows,      spec_.k,  few,
                          p_.numFew, nullptr,      0,         p_.turned, spec_.cpu};
    const void* data = p_.manyIsLhs ? data_.lhs : data_.rhs;
    if (spec_.ownByRows)
      data = makeRows(spec_, data_, batch * p_.numMany + first, rows, own + scratch_.ownRows);
    int64_t at = batch * p_.many.batch + first * p_.many.rows;
    if (p_.manyType == spec_.compute)
      block.a = static_cast<const T*>(data) + at;
    else
      convert(data, at, rows, reinterpret_cast<T*>(own + scratch_.converted), block);
    T* tile = reinterpret_cast<T*>(own + scratch_.tile);
    int64_t to = batch * p_.out.batch + first * p_.out.rows;
    if (spec_.outType != spec_.compute)
      runThenRound(block, tile, out, to);
    else
      runDirectly(block, tile, static_cast<T*>(out) + to,
                  owned > 0 ? owned - to : rows * p_.out.rows);
  }

  // In the order in which they lie.
  void convert(const void* data, int64_t at, int64_t rows, T* target, ThinBlock<T>& block) const {
    visit(p_.manyType, [&](auto zero) {
      auto* from = static_cast<const decltype(zero)*>(data) + at;
      int64_t k = spec_.k, start = 0;
      if (p_.many.rows == 1 && p_.many.k != 1) {
        for (int64_t kk = 0; kk < k; ++kk)
          copyRuns({&start, 1, rows, 1, rows, spec_.cpu}, from + kk * p_.many.k,
                   target + kk * rows);
        block.kStride = rows;
      } else {
        bool isDense = p_.many.k == 1 && p_.many.rows == k;
        if (isDense)
          copyRuns({&start, 1, rows * k, 1, rows * k, spec_.cpu}, from, target);
        for (int64_t i = 0; i < rows && !isDense; ++i)
          for (int64_t kk = 0; kk < k; ++kk)
            target[i * k + kk] = T(from[i * p_.many.rows + kk * p_.many.k]);
        block.rowStride = k, block.kStride = 1;
      }
    });
    block.a = target;
  }

  void runThenRound(ThinBlock<T>& block, T* tile, void* out, int64_t to) const {
    bool isTurned = block.turned;
    int64_t outer = isTurned ? block.columns : block.rows,
            inner = isTurned ? block.rows : block.columns;
    block.c = tile, block.cStride = isTurned ? block.rows : width_;
    runThinBlock(block);
    int64_t step = isTurned ? p_.out.k : p_.out.rows;
    visit(spec_.outType, [&](auto zero) {
      auto* target = static_cast<decltype(zero)*>(out) + to;
      if (inner == block.cStride && inner == step)
        inner *= std::exchange(outer, 1);
      for (int64_t i = 0; i < outer; ++i)
        roundRow(spec_.cpu, tile + i * block.cStride, inner, target + i * step);
    });
  }

  // `owned`: elements behind `out` that may be overwritten.
  void runDirectly(ThinBlock<T>& block, T* tile, T* out, int64_t owned) const {
    block.c = out;
    block.cStride = p_.turned ? p_.out.k : p_.out.rows;
    if (p_.turned || width_ == p_.numFew)
      return runThinBlock(block);
    int64_t rows = block.rows, direct = 0;
    if (block.cStride == p_.numFew && owned >= width_)
      direct = std::min(rows, (owned - width_) / block.cStride + 1);
    block.rows = direct;
    if (direct > 0)
      runThinBlock(block);
    if (direct == rows)
      return;
    block.a += direct * block.rowStride, block.rows = rows - direct;
    block.c = tile, block.cStride = width_;
    runThinBlock(block);
    for (int64_t i = direct; i < rows; ++i)
      std::memcpy(out + i * p_.out.rows, tile + (i - direct) * width_,
                  size_t(p_.numFew) * sizeof(T));
  }

  const ContractionSpec& spec_;
  const ThinProblem& p_;
  const ContractionData& data_;
  ThinUnits units_;
  ThinScratch scratch_;
  int64_t width_;
};

} // namespace

bool isThin(const ContractionSpec& spec) {
  std::optional<ThinProblem> p = problemOf(spec);
  if (!p)
    return false;
  if (!spec.outByRows && !spec.ownByRows)
    return true;
  // The rows that are made are the many ones, and those of the output, too.
  return p->manyIsLhs != spec.isSwapped &&
         privateOperand(spec) == (p->manyIsLhs != spec.isSwapped ? 0 : 1);
}

int64_t thinScratchBytes(const ContractionSpec& spec, int threads) {
  ThinProblem p = *problemOf(spec);
  ThinScratch scratch(spec, p, ThinUnits(spec, p));
  return scratch.sharedBytes + threads * scratch.threadBytes;
}

void runThin(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  ThinProblem p = *problemOf(spec);
  if (spec.compute == DType::F64)
    ThinRunner<double>(spec, p, data).run(pool);
  else
    ThinRunner<float>(spec, p, data).run(pool);
}

} // namespace lz::contraction
