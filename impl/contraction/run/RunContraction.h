// Runs a contraction as its plan says. Operands of any layout are packed into panels or read in
// place, so the same kernels serve every transpose, batch and convolution.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Work that a contraction does on rows while they are in the caches of the thread: making rows of
// the private operand, or using complete rows of the output. Rows are numbered in the order in
// memory. The output has one row for each batch element and each value of m, or of n if isSwapped.
// A row of an operand holds all of k.
//
//   relu(x @ w + b) of 1024 rows: a thread multiplies 64 rows of x, then a kernel turns these 64
//   rows of the product into rows of the result, and so on
using RowFn = absl::FunctionRef<void(int64_t row, int64_t end, void* address)>;
struct RowWork {
  // Is called when rows [row, end) of the output are complete. `address` is the address of row 0.
  // With outByRows, only rows [row, end) exist, and `address` is where row 0 would be. Every row is
  // in exactly one call. Calls for different ranges can run at the same time. Results must not
  // depend on the ranges.
  RowFn finish;
  double nsPerRow; // the predicted time of `finish`, for dividing the work
  // Makes rows [row, end) of the private operand in scratch. `address` is where row 0 would be, so
  // row i is written i rows after `address`. Is called only with ownByRows. Every row is in exactly
  // one call. A row is made before `finish` is called for rows of the output that depend on it.
  std::optional<RowFn> make = std::nullopt;
};

// Runs the contraction. `lhs` and `rhs` are the operands as they were before chooseTile. Results
// have the same bits for any number of threads. If k is 0, the results are zeros. `scratch` is
// aligned to 64 and large enough for at least one thread. If the scratch is smaller than
// plan.scratchBytes(), fewer threads run. `out` must not overlap anything else. With
// spec.outByRows, `out` is not used. With spec.ownByRows, the private operand is not used. If one
// of these two fields is set, `rows` is required.
void runContraction(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool,
                    const RowWork* rows = nullptr);

} // namespace lz::contraction
