// Runs matrix-vector products and similar contractions: dot products of the few rows of one operand
// with the many rows of the other. Packing the many rows would cost more than the arithmetic, so
// they are read once, in place.
#include "base/ElementStorage.h"
#include "base/Half.h"
#include "base/Integers.h"
#include "contraction/run/Loops.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/Packing.h"
#include "contraction/run/vector/CopyRuns.h"
#include "contraction/run/vector/DotTiles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lz::contraction {
namespace {

// The contraction, in terms of the short operand (`few`) and the long operand (`many`) instead of
// lhs and rhs.
struct DotsProblem {
  const OperandSpec *few, *many;
  const Axis *outFew, *outMany;
  int64_t numFew, numMany;
  const void *fewData, *manyData;
};

DotsProblem dotsProblemOf(const DotsPlan& plan, const ContractionData& data) {
  const TiledContraction& spec = data.spec();
  if (plan.fewIsLhs)
    return {&spec.lhs, &spec.rhs, &spec.outM, &spec.outN, spec.m, spec.n, data.lhs, data.rhs};
  return {&spec.rhs, &spec.lhs, &spec.outN, &spec.outM, spec.n, spec.m, data.rhs, data.lhs};
}

// Up to kDotColumns rows of the long operand, in one block of k. Row j starts at base[starts[j]].
// Value kk of row i of the short operand is few[i * kc + kk]. The dot product of row i and row j is
// added to sums[j][i]. `converted` is scratch for kConvertedRows rows of kc values.
template <typename From, typename T> struct DotsBlock {
  const From* base;
  const int64_t* starts;
  int64_t numRows, kc;
  const T* few;
  int64_t numFew;
  T (*sums)[kFewRows];
  T* converted;
  MachineClass cpu;

  void add() const {
    const T* rows[kDotColumns];
    if constexpr (std::is_same_v<From, T>) {
      for (int64_t j = 0; j < numRows; ++j)
        rows[j] = base + starts[j];
      addDots(DotBlock<T>{few, numFew, rows, numRows, kc, sums[0], kFewRows, cpu});
    } else {
      for (int64_t j = 0; j < numRows; j += kConvertedRows) {
        int64_t count = std::min(kConvertedRows, numRows - j);
        for (int64_t r = 0; r < count; ++r) {
          copyRuns({&starts[j + r], 1, kc, 1, kc, cpu}, base, converted + r * kc);
          rows[r] = converted + r * kc;
        }
        addDots(DotBlock<T>{few, numFew, rows, count, kc, sums[j], kFewRows, cpu});
      }
    }
  }
};

// Packs values k0 .. k0 + kc - 1 of the short operand for DotsBlock.
void packFew(const TiledContraction& spec, const DotsProblem& p, int64_t batch, int64_t k0,
             int64_t kc, int64_t* numbers, void* target) {
  int64_t offset = storageOffset(p.few->dtype, offsetAt(p.few->batch, batch)).byte;
  packBlock(*p.few,
            {static_cast<const std::byte*>(p.fewData) + offset, 0, p.numFew, k0, kc, 1,
             spec.compute, spec.cpu, numbers},
            target);
}

// Rounds the sums and stores them at the offsets of their columns.
template <typename T>
void storeSums(const ContractionSpec& spec, const DotsProblem& p, int64_t batch,
               const T (*sums)[kFewRows], int64_t numColumns, const int64_t* offsets, void* to) {
  int64_t rows[kFewRows];
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

// The block of the short operand that a thread has packed. If k is a single block, the thread packs
// it once for all its units in a batch element.
struct PackedFew {
  int64_t batch = -1, k0 = -1;
  bool operator==(const PackedFew&) const = default;
};

// Runs a contraction. From is the type of the long operand, and T is the compute type.
template <typename From, typename T> class DotsRunner {
public:
  DotsRunner(const DotsPlan& plan, const ContractionData& data)
      : plan_(plan), data_(data), spec_(data.spec()), problem_(dotsProblemOf(plan, data)),
        blocks_(ceilDiv(problem_.numMany, plan.columns)) {}

  void run() {
    if (plan_.sharesFew)
      packAllFew();
    auto runUnits = [&](int64_t lo, int64_t hi, int worker) {
      PackedFew packed;
      for (int64_t unit = lo; unit < hi; ++unit)
        runUnit(unit / blocks_, unit % blocks_ * plan_.columns, data_.scratchOf(worker), packed);
    };
    const int64_t units = spec_.batch * blocks_;
    data_.pool.parallelFor(units, data_.nsOfPart(units), runUnits, data_.workers());
    if (!plan_.completesUnits)
      finishRows(data_, 0, spec_.batch * spec_.m);
  }

private:
  int64_t* numbers(std::byte* scratch, int64_t offset) const {
    return reinterpret_cast<int64_t*>(scratch + offset);
  }

  // Packs all blocks of the short operand, before the threads multiply.
  void packAllFew() {
    sharedFew_ = reinterpret_cast<T*>(data_.scratch + plan_.sharedFew);
    auto packBlocks = [&](int64_t lo, int64_t hi, int worker) {
      for (int64_t k0 = lo * plan_.kc; k0 < std::min(hi * plan_.kc, spec_.k); k0 += plan_.kc)
        packFew(spec_, problem_, 0, k0, std::min(plan_.kc, spec_.k - k0),
                numbers(data_.scratchOf(worker), plan_.packNumbers),
                sharedFew_ + problem_.numFew * k0);
    };
    const int64_t blocks = ceilDiv(spec_.k, plan_.kc);
    data_.pool.parallelFor(blocks, data_.plan.packingNs / double(blocks), packBlocks,
                           data_.workers());
  }

  // Returns the packed values k0 .. k0 + kc - 1 of the short operand.
  const T* fewAt(int64_t batch, int64_t k0, int64_t kc, std::byte* scratch,
                 PackedFew& packed) const {
    if (sharedFew_)
      return sharedFew_ + problem_.numFew * k0;
    if (packed != PackedFew{batch, k0})
      packFew(spec_, problem_, batch, k0, kc, numbers(scratch, plan_.packNumbers),
              scratch + plan_.few);
    packed = {batch, k0};
    return reinterpret_cast<const T*>(scratch + plan_.few);
  }

  // Computes a unit, which begins with row j0 of the long operand.
  void runUnit(int64_t batch, int64_t j0, std::byte* scratch, PackedFew& packed) const {
    const DotsProblem& p = problem_;
    int64_t numColumns = std::min(plan_.columns, p.numMany - j0);
    T sums[kDotColumns][kFewRows] = {};
    int64_t* offsets = numbers(scratch, plan_.offsets);
    const void* manyData = p.manyData;
    if (spec_.ownByRows)
      manyData = makeRows(data_, batch * p.numMany + j0, numColumns, scratch + plan_.ownRows);
    const From* many = static_cast<const From*>(manyData) + offsetAt(p.many->batch, batch);
    offsetsOf(p.many->rows, j0, numColumns, offsets);
    for (int64_t k0 = 0; k0 < spec_.k; k0 += plan_.kc) {
      int64_t kc = std::min(plan_.kc, spec_.k - k0);
      DotsBlock<From, T>{many + offsetAt(p.many->k, k0),
                         offsets,
                         numColumns,
                         kc,
                         fewAt(batch, k0, kc, scratch, packed),
                         p.numFew,
                         sums,
                         reinterpret_cast<T*>(scratch + plan_.converted),
                         spec_.cpu}
          .add();
    }
    offsetsOf(*p.outMany, j0, numColumns, offsets);
    storeSums<T>(spec_, p, batch, sums, numColumns, offsets, data_.out);
    int64_t row = batch * spec_.m + j0;
    if (data_.rows && plan_.completesUnits)
      data_.rows->finish(row, row + numColumns, data_.out);
  }

  const DotsPlan& plan_;
  const ContractionData& data_;
  const TiledContraction& spec_;
  DotsProblem problem_;
  int64_t blocks_; // units per batch element
  T* sharedFew_ = nullptr;
};

} // namespace

void run(const DotsPlan& plan, const ContractionData& data) {
  switch (plan.fewIsLhs ? data.spec().rhs.dtype : data.spec().lhs.dtype) {
  case DType::F64:
    return DotsRunner<double, double>(plan, data).run();
  case DType::F16:
    return DotsRunner<F16, float>(plan, data).run();
  case DType::BF16:
    return DotsRunner<BF16, float>(plan, data).run();
  default:
    return DotsRunner<float, float>(plan, data).run();
  }
}

} // namespace lz::contraction
