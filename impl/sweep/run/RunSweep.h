// Runs a sweep as its plan says.
#pragma once

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/machine/ThreadPool.h"
#include "sweep/plan/SweepPlan.h"

#include <cstddef>
#include <cstdint>

namespace lz::sweep {

// The addresses of the arrays of a product. The address of an array that exists only in scratch is
// not used.
struct ProductArrays {
  const void *lhs, *rhs; // the operands of the plan, which can have swapped them
  void* out;
};

// The addresses of the arrays that have rows of a chunk in scratch. Each address is the one at
// which row 0 would be, or nullptr if the array exists in memory.
struct ChunkArrays {
  absl::InlinedVector<void*, 4> own, out; // of each product: its private operand and its output
  absl::InlinedVector<void*, 4> kept;     // as in the plan
};

// The kernels of a sweep. Rows are numbered over all batch elements, in the order in memory. If
// only some rows of an array exist, the functions get the address at which row 0 would be.
// Functions can be called for different rows at the same time.
struct SweepWork {
  // Makes rows [row, end) of the private operand of the first product. Is called only if this
  // operand exists only in scratch.
  absl::FunctionRef<void(int64_t row, int64_t end, void* operand)> make;
  // Is called when rows [row, end) of the output of a product are complete. Makes these rows of the
  // private operand of the next product.
  absl::FunctionRef<void(size_t product, int64_t row, int64_t end, const ChunkArrays& arrays)>
      finish;
  double nsPerRow; // the predicted time of make() and finish(), to divide the work
};

// `scratch` is aligned to 64 bytes, and is large enough for at least one thread. If it is smaller
// than plan.scratchBytes(), fewer threads run. Results have the same bits for any number of
// threads.
void runSweep(const SweepPlan& plan, absl::Span<const ProductArrays> arrays, std::byte* scratch,
              int64_t scratchBytes, ThreadPool& pool, const SweepWork& work);

} // namespace lz::sweep
