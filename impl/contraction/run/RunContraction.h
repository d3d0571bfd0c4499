// Runs a contraction as its plan says. The plan makes all decisions: which loops run, and their
// blocks. Operands of any layout are packed into panels or read in place, so the same kernels serve
// every transpose, batch and convolution.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Work on rows inside a contraction, while they are in the caches of the thread: making rows of the
// private operand, or using completed rows of the output. A row of the output is a value of m (n if
// isSwapped) of a batch element. Rows are numbered as they lie in memory (hasDenseRows). A row of
// an operand holds all of k.
//
//   relu(x @ w + b) of 1024 rows: a thread multiplies 64 rows of x, then a kernel turns these 64
//   rows of the product into rows of the result, and so on
using RowFn = absl::FunctionRef<void(int64_t row, int64_t end, void* address)>;
struct RowWork {
  // Called when rows [row, end) are complete. `out` is the address of the output. If the output
  // exists only by rows, only these rows are there. It is called once for every row, and for
  // disjoint ranges at the same time. The values do not depend on the ranges.
  RowFn finish;
  double nsPerRow; // of `finish`, only for the grain of the pool
  // Makes rows [row, end) of the private operand, at their places in an operand at this address.
  // Only used with ownByRows. It is called once for every row, before `finish` is called for rows
  // that depend on it.
  std::optional<RowFn> make = std::nullopt;
};

// Runs the contraction. `lhs` and `rhs` are the operands as they were before chooseTile. Every
// output element is a fixed sequence of additions along k, so results have the same bits for any
// number of threads. If k is 0, the results are zeros. `scratch` has the scratchBytes of a plan for
// at least one thread, aligned to 64; with fewer bytes fewer threads run. `out` must not overlap
// anything else. It is not used with spec.outByRows, and the private operand is not used with
// spec.ownByRows. `rows` is required with one of these, and otherwise optional.
void runContraction(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool,
                    const RowWork* rows = nullptr);

} // namespace lz::contraction
