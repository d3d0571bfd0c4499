// Runs products of few rows with a matrix that is read row by row, as in plan/StreamedPlan.h.
#include "base/Cancel.h"
#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "contraction/plan/StreamedPlan.h"
#include "contraction/run/Loops.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/Packing.h"
#include "contraction/run/vector/StreamedRows.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// Runs a contraction. T is the compute type.
template <typename T> class StreamedRunner {
public:
  StreamedRunner(const StreamedPlan& plan, const ContractionData& data)
      : plan_(plan), data_(data), spec_(data.spec()) {}

  void run() {
    if (plan_.isBatched)
      shareOutElements();
    else
      for (int64_t batch = 0; batch < spec_.batch; ++batch)
        shareOutUnits(batch);
    finishRows(data_, 0, spec_.batch * spec_.outRows());
  }

private:
  void shareOutElements() {
    data_.pool.parallelFor(
        spec_.batch, data_.nsOfPart(spec_.batch),
        [&](int64_t lo, int64_t hi, int worker) {
          for (int64_t batch = lo; batch < hi; ++batch)
            runUnit(batch, 0, worker);
        },
        data_.workers());
  }

  void shareOutUnits(int64_t batch) {
    packAll(batch);
    data_.pool.parallelFor(
        plan_.units, data_.nsOfPart(spec_.batch * plan_.units),
        [&](int64_t lo, int64_t hi, int worker) {
          for (int64_t unit = lo; unit < hi; ++unit)
            runUnit(batch, unit * plan_.columns, worker);
        },
        data_.workers());
  }

  // Returns the packed rows of lhs for the block of k that begins at `k0`. Value p of row i becomes
  // element p * m + i.
  T* packed(int64_t k0, int worker) const {
    std::byte* scratch = plan_.isBatched ? data_.scratchOf(worker) : data_.scratch;
    return reinterpret_cast<T*>(scratch + plan_.few) + (plan_.isBatched ? 0 : k0 * spec_.m);
  }

  void pack(int64_t batch, int64_t k0, int worker) const {
    const std::byte* lhs = static_cast<const std::byte*>(data_.lhs) +
                           storageOffset(spec_.lhs.dtype, offsetAt(spec_.lhs.batch, batch)).byte;
    auto* numbers = reinterpret_cast<int64_t*>(data_.scratchOf(worker) + plan_.packNumbers);
    packBlock(spec_.lhs,
              {lhs, 0, spec_.m, k0, std::min(plan_.kc, spec_.k - k0), int(spec_.m), spec_.compute,
               spec_.cpu, numbers},
              packed(k0, worker));
  }

  void packAll(int64_t batch) const {
    const int64_t blocks = ceilDiv(spec_.k, plan_.kc);
    data_.pool.parallelFor(
        blocks, data_.nsOfPackedPart(1 / double(spec_.batch), blocks),
        [&](int64_t lo, int64_t hi, int worker) {
          for (int64_t block = lo; block < hi; ++block)
            pack(batch, block * plan_.kc, worker);
        },
        data_.workers());
  }

  // Computes the unit whose first column is `first`, one block of k after the other.
  void runUnit(int64_t batch, int64_t first, int worker) const {
    T* sums = reinterpret_cast<T*>(data_.scratchOf(worker) + plan_.sums);
    const T* matrix = static_cast<const T*>(data_.rhs) + offsetAt(spec_.rhs.batch, batch) + first;
    int64_t columns = std::min(plan_.columns, spec_.n - first);
    T* out = static_cast<T*>(data_.out) + offsetAt(spec_.outBatch, batch) +
             first * plan_.outColumnStride;
    for (int64_t k0 = 0; k0 < spec_.k && !isCancelled(); k0 += plan_.kc) {
      if (plan_.isBatched)
        pack(batch, k0, worker);
      std::fill_n(sums, spec_.m * columns, T(0));
      addRows(StreamedBlock<T>{matrix + k0 * plan_.kStride, plan_.kStride, packed(k0, worker),
                               spec_.m, std::min(plan_.kc, spec_.k - k0), columns, sums,
                               spec_.cpu});
      store(sums, columns, spec_.adds || k0 > 0, out);
    }
  }

  void store(const T* sums, int64_t columns, bool adds, T* out) const {
    for (int64_t i = 0; i < spec_.m; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        T& to = out[i * plan_.outRowStride + j * plan_.outColumnStride];
        to = adds ? to + sums[i * columns + j] : sums[i * columns + j];
      }
  }

  const StreamedPlan& plan_;
  const ContractionData& data_;
  const TiledContraction& spec_;
};

} // namespace

void run(const StreamedPlan& plan, const ContractionData& data) {
  if (data.spec().compute == DType::F64)
    StreamedRunner<double>(plan, data).run();
  else
    StreamedRunner<float>(plan, data).run();
}

} // namespace lz::contraction
