// Runs contractions with few columns and short sums, in the units of plan/ThinPlan.h. Operands of
// other types than the compute type are converted unit by unit.
#include "base/ElementStorage.h"
#include "base/Half.h"
#include "contraction/run/Loops.h"
#include "contraction/run/vector/CopyRuns.h"
#include "contraction/run/vector/RoundRow.h"
#include "contraction/run/vector/ThinTiles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace lz::contraction {
namespace {

template <typename T> class ThinRunner {
public:
  ThinRunner(const ThinPlan& plan, const ContractionData& data)
      : plan_(plan), spec_(data.spec()), p_(plan.shape), data_(data), units_(plan.units),
        scratch_(plan.layout), width_(thinWidth(plan.shape.numFew)) {}

  void run() const {
    if (plan_.sharesFew && !plan_.fewIsInPlace)
      packFew(0, data_.scratch + scratch_.few);
    auto runUnits = [&](int64_t lo, int64_t hi, int worker) {
      std::byte* own = data_.scratchOf(worker);
      std::byte* few = plan_.sharesFew ? data_.scratch + scratch_.few : own + scratch_.ownFew;
      for (int64_t unit = lo; unit < hi; ++unit)
        runUnit(unit, hi, few, own);
    };
    data_.pool.parallelFor(units_.count, data_.nsOfPart(units_.count), runUnits, data_.workers());
    if (!plan_.completesUnits)
      finishRows(data_, 0, spec_.batch * spec_.outRows());
  }

private:
  // Computes a unit. `hi` is the end of the units that this thread computes one after another.
  void runUnit(int64_t unit, int64_t hi, std::byte* few, std::byte* own) const {
    int64_t batch = units_.blocks > 1 ? unit / units_.blocks : unit * units_.elements;
    int64_t first = units_.blocks > 1 ? unit % units_.blocks * units_.rows : 0;
    int64_t rows = std::min(units_.rows, p_.numMany - first);
    int64_t elements = std::min(units_.elements, spec_.batch - batch);
    bool completes = data_.rows && plan_.completesUnits;
    int64_t outRow = batch * spec_.outRows() + first;
    int64_t rowBytes = storageBytes(spec_.outType, p_.numFew);
    void* out =
        spec_.outByRows ? addressOfRows(own + scratch_.outRows, outRow * rowBytes) : data_.out;
    int64_t owned = endOfThread(hi);
    for (int64_t b = batch; b < batch + elements; ++b) {
      if (!plan_.sharesFew && !plan_.fewIsInPlace)
        packFew(b, few);
      runRows(b, first, rows, fewOf(b, few), own, out, owned);
    }
    if (!completes)
      return;
    int64_t done = units_.blocks > 1 ? rows : elements * spec_.outRows();
    data_.rows->finish(outRow, outRow + done, out);
  }

  // Returns the index of the output element at which unit `hi` begins. All elements that this
  // thread writes are before that element. Returns 0 if units skip elements of the output.
  int64_t endOfThread(int64_t hi) const {
    bool isDense = p_.out.batch == p_.numMany * p_.out.rows || spec_.batch == 1;
    if (spec_.outByRows || !isDense)
      return 0;
    if (units_.blocks == 1)
      return std::min(hi * units_.elements, spec_.batch) * p_.numMany * p_.out.rows;
    return hi / units_.blocks * p_.numMany * p_.out.rows +
           std::min(hi % units_.blocks * units_.rows, p_.numMany) * p_.out.rows;
  }

  const T* fewOf(int64_t batch, const std::byte* packed) const {
    if (!plan_.fewIsInPlace)
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
    ThinBlock<T> block = {nullptr, p_.many.rows, p_.many.k,          rows,
                          spec_.k, few,          p_.numFew,          nullptr,
                          0,       p_.turned,    plan_.isPrefetched, spec_.cpu};
    const void* data = p_.manyIsLhs ? data_.lhs : data_.rhs;
    if (spec_.ownByRows)
      data = makeRows(data_, batch * p_.numMany + first, rows, own + scratch_.ownRows);
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

  // Converts rows in the order in which they lie in memory.
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

  // Computes each tile directly in the output if that is possible, and otherwise in scratch.
  // `owned` is the number of elements from `out` on that may be overwritten.
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

  const ThinPlan& plan_;
  const TiledContraction& spec_;
  const ThinShape& p_;
  const ContractionData& data_;
  const ThinUnits& units_;
  const ThinLayout& scratch_;
  int64_t width_;
};

} // namespace

void run(const ThinPlan& plan, const ContractionData& data) {
  if (data.spec().compute == DType::F64)
    ThinRunner<double>(plan, data).run();
  else
    ThinRunner<float>(plan, data).run();
}

} // namespace lz::contraction
