#include "sweep/run/RunSweep.h"

#include "absl/container/inlined_vector.h"
#include "base/Integers.h"
#include "contraction/run/ProductRows.h"
#include "contraction/run/RowAddress.h"

#include <algorithm>

namespace lz::sweep {
namespace {

using contraction::ProductRows;
using contraction::ProductScratch;

// Computes one batch element at a time, on `workers` threads. All these workers use one shared part
// of the scratch.
class ElementSweeper {
public:
  ElementSweeper(const SweepPlan& plan, absl::Span<const ProductArrays> arrays, std::byte* shared,
                 std::byte* threads, int workers, ThreadPool& pool, const SweepWork& work)
      : plan_(plan), threads_(threads), workers_(workers), pool_(pool), work_(work) {
    for (size_t p = 0; p < plan.products.size(); ++p) {
      const SweepProduct& product = plan.products[p];
      const ProductScratch scratch{shared + product.shared, threads + product.thread,
                                   plan.threadBytes(), workers};
      products_.emplace_back(product.plan, arrays[p].lhs, arrays[p].rhs, arrays[p].out, scratch,
                             pool);
    }
  }

  void run(int64_t batch) const {
    for (const ProductRows& product : products_)
      product.packShared(batch);
    const int64_t chunks = ceilDiv(plan_.rows, plan_.rowsOfChunk);
    const double ns = plan_.ns / double(plan_.batch) + work_.nsPerRow * double(plan_.rows);
    auto chunk = [&](int64_t chunk, int worker) {
      const int64_t row = chunk * plan_.rowsOfChunk;
      runChunk(batch, row, std::min(row + plan_.rowsOfChunk, plan_.rows), worker);
    };
    pool_.parallelEach(chunks, ns, chunk, workers_);
  }

private:
  // Computes all products for rows [row, end) of the batch element.
  void runChunk(int64_t batch, int64_t row, int64_t end, int worker) const {
    const int64_t first = batch * plan_.rows;
    ChunkArrays arrays = arraysOf(batch, row, worker);
    if (void* operand = arrays.own[0])
      work_.make(first + row, first + end, operand);
    for (size_t p = 0; p < products_.size(); ++p) {
      void* out = products_[p].multiply(batch, row, end, worker);
      if (plan_.products[p].plan.spec.outByRows)
        arrays.out[p] = out;
      work_.finish(p, first + row, first + end, arrays);
    }
  }

  // Returns the addresses of the arrays for the rows from `row` on. runChunk() sets the addresses
  // of the outputs later.
  ChunkArrays arraysOf(int64_t batch, int64_t row, int worker) const {
    ChunkArrays arrays;
    arrays.out.resize(products_.size());
    for (size_t p = 0; p < products_.size(); ++p)
      arrays.own.push_back(plan_.products[p].plan.spec.ownByRows
                               ? products_[p].ownRows(batch, row, worker)
                               : nullptr);
    for (const ScratchRows& rows : plan_.kept)
      arrays.kept.push_back(
          contraction::addressOfRows(threads_ + worker * plan_.threadBytes() + rows.thread,
                                     (batch * plan_.rows + row) * rows.rowBytes));
    return arrays;
  }

  const SweepPlan& plan_;
  absl::InlinedVector<ProductRows, 4> products_;
  std::byte* threads_; // the part of the first thread
  int workers_;
  ThreadPool& pool_;
  const SweepWork& work_;
};

} // namespace

void runSweep(const SweepPlan& plan, absl::Span<const ProductArrays> arrays, std::byte* scratch,
              int64_t scratchBytes, ThreadPool& pool, const SweepWork& work) {
  const int64_t parts = (scratchBytes - plan.sharedBytes()) / plan.threadBytes();
  const int workers = int(std::min<int64_t>(pool.threads(), parts));
  if (!plan.isBatched) {
    const ElementSweeper sweeper(plan, arrays, scratch, scratch + plan.sharedPart, workers, pool,
                                 work);
    for (int64_t batch = 0; batch < plan.batch; ++batch)
      sweeper.run(batch);
    return;
  }
  // The loops of an ElementSweeper are nested in this parallelFor. Nested loops run on the calling
  // thread, so each ElementSweeper has one worker.
  auto run = [&](int64_t lo, int64_t hi, int worker) {
    std::byte* part = scratch + worker * plan.threadBytes();
    const ElementSweeper sweeper(plan, arrays, part, part + plan.sharedPart, 1, pool, work);
    for (int64_t batch = lo; batch < hi; ++batch)
      sweeper.run(batch);
  };
  const double ns = plan.ns / double(plan.batch) + work.nsPerRow * double(plan.rows);
  pool.parallelFor(plan.batch, ns, run, workers);
}

} // namespace lz::sweep
