#include "contraction/run/RunSlices.h"

#include "contraction/run/Loops.h"

#include <algorithm>

namespace lz::contraction {
namespace {

class SliceRunner {
public:
  SliceRunner(const SlicePlan& plan, const std::array<void*, 3>& addresses, const SliceWork& work,
              ThreadPool& pool)
      : plan_(plan), addresses_(addresses), work_(work), pool_(pool) {}

  void run(int64_t slice, std::byte* scratch, int64_t scratchBytes) const {
    std::array<void*, 3> whole = addresses_;
    std::array<std::byte*, 3> here{};
    for (size_t i = 0; i < whole.size(); ++i) {
      int64_t offset = slice * plan_.arrays[i].bytes;
      if (plan_.arrays[i].inScratch)
        whole[i] = addressOfRows(scratch + plan_.offsets[i], offset);
      here[i] = reinterpret_cast<std::byte*>(uintptr_t(whole[i]) + uintptr_t(offset));
    }
    for (size_t operand : {Slices::Lhs, Slices::Rhs})
      runWork(operand, slice, whole[operand]);
    bool isComplete = !plan_.addUp || slice == plan_.count - 1;
    int64_t row0 = firstRow(Slices::Out, slice);
    auto finish = [&](int64_t row, int64_t end, void*) {
      work_.run(Slices::Out, row0 + row, row0 + end, whole[Slices::Out]);
    };
    RowWork rows{finish, work_.nsPerRow[Slices::Out]};
    bool byRows = isComplete && plan_.finishesByRows;
    runContraction(plan_.planOf(slice), here[Slices::Lhs], here[Slices::Rhs], here[Slices::Out],
                   scratch + plan_.contraction, scratchBytes - plan_.contraction, pool_,
                   byRows ? &rows : nullptr);
    if (isComplete && !byRows)
      runWork(Slices::Out, slice, whole[Slices::Out]);
  }

private:
  int64_t firstRow(size_t array, int64_t slice) const {
    const SlicedArray& a = plan_.arrays[array];
    return a.bytes == 0 ? 0 : slice * a.rows;
  }

  void runWork(size_t array, int64_t slice, void* address) const {
    const SlicedArray& a = plan_.arrays[array];
    int64_t row0 = firstRow(array, slice), rows = std::min(a.rows, a.allRows - row0);
    pool_.parallelFor(rows, work_.nsPerRow[array], [&](int64_t lo, int64_t hi, int) {
      work_.run(array, row0 + lo, row0 + hi, address);
    });
  }

  const SlicePlan& plan_;
  const std::array<void*, 3>& addresses_;
  const SliceWork& work_;
  ThreadPool& pool_;
};

} // namespace

void runSlices(const SlicePlan& plan, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work) {
  SliceRunner runner(plan, addresses, work, pool);
  if (!plan.isSharedOut) {
    for (int64_t slice = 0; slice < plan.count; ++slice)
      runner.run(slice, scratch, scratchBytes);
    return;
  }
  // The loops of a slice are nested in this parallelFor. Nested loops run on the calling thread, so
  // each slice has one worker.
  pool.parallelFor(
      plan.count, plan.each.ns,
      [&](int64_t lo, int64_t hi, int worker) {
        for (int64_t slice = lo; slice < hi; ++slice)
          runner.run(slice, scratch + worker * plan.workerBytes, plan.workerBytes);
      },
      int(scratchBytes / plan.workerBytes));
}

} // namespace lz::contraction
