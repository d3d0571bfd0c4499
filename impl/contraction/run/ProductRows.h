// Computes rows of one product of a sweep (sweep/run/RunSweep.h).
#pragma once

#include "base/machine/ThreadPool.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// The scratch of a packed contraction: a part that all threads share, and a part of each thread.
struct ProductScratch {
  std::byte* shared;
  std::byte* threads;   // the part of the first thread
  int64_t threadStride; // bytes from the part of a thread to the next
  int workers;          // threads that have a part
};

// The plan must be a PackedPlan of a product in a sweep. Row i means row i of the private operand
// of a batch element, and also row i of the product. First packShared is called for the batch
// element. Then any thread can compute any rows: `worker` is the index of the thread's part of the
// scratch.
class ProductRows {
public:
  // `lhs` and `rhs` are the operands of plan.spec. With ownByRows, the address of the private
  // operand is not used. With outByRows, `out` is not used.
  ProductRows(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
              const ProductScratch& scratch, ThreadPool& pool);

  void packShared(int64_t batch) const;
  // The rows of the private operand from `row` on are in the scratch of the worker. Returns the
  // address at which the private operand would begin. Call this only with ownByRows.
  void* ownRows(int64_t batch, int64_t row, int worker) const;
  // Computes rows [row, end), which are at most all rows of a chunk. With ownByRows, they are read
  // from ownRows(batch, row, worker). Returns the address at which the output begins. With
  // outByRows, only these rows exist, so the address is the one at which the output would begin.
  void* multiply(int64_t batch, int64_t row, int64_t end, int worker) const;

private:
  template <typename Fn> auto with(int64_t batch, const Fn& fn) const;

  const ContractionPlan& plan_;
  const void *lhs_, *rhs_;
  void* out_;
  const ProductScratch scratch_;
  ThreadPool& pool_;
};

} // namespace lz::contraction
