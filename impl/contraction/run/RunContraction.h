// Runs a contraction as its plan says. The plan decides which loops run, and their blocks. Operands
// of any layout are packed into panels or read in place, so the same kernels serve every transpose,
// batch and convolution.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Work that a contraction does on rows while they are in the caches of the thread: making rows of
// the private operand, or using complete rows of the output. The output has one row for each batch
// element and each value of m (n if isSwapped). Rows are numbered as they lie in memory
// (hasDenseRows). A row of an operand holds all of k.
//
//   relu(x @ w + b) of 1024 rows: a thread multiplies 64 rows of x, then a kernel turns these 64
//   rows of the product into rows of the result, and so on
using RowFn = absl::FunctionRef<void(int64_t row, int64_t end, void* address)>;
struct RowWork {
  // Called when rows [row, end) of the output are complete. `address` is where row 0 of the output
  // lies. With outByRows, only rows [row, end) exist, and `address` is where row 0 would lie. Every
  // row is in exactly one call, and calls for different ranges may run at the same time. Results
  // must not depend on the ranges.
  RowFn finish;
  double nsPerRow; // of `finish`; the pool divides work by it
  // Makes rows [row, end) of the private operand in scratch. `address` is where row 0 of the
  // operand would lie, so row i is written i rows after `address`. Only called with ownByRows.
  // Every row is in exactly one call, before `finish` is called for rows of the output that depend
  // on it.
  std::optional<RowFn> make = std::nullopt;
};

// Runs the contraction. `lhs` and `rhs` are the operands as they were before chooseTile. Every
// output element is a fixed sequence of additions along k, so results have the same bits for any
// number of threads. If k is 0, the results are zeros. `scratch` is aligned to 64 and large enough
// for one thread at least. With less than plan.scratchBytes(), fewer threads run. `out` must not
// overlap anything else. `out` is not used with spec.outByRows, and the private operand is not used
// with spec.ownByRows. In both cases `rows` is required.
void runContraction(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool,
                    const RowWork* rows = nullptr);

} // namespace lz::contraction
