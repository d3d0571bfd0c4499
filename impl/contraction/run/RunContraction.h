// Runs a contraction as its plan says. This folder reads and writes memory and uses the threads of
// a pool, and decides nothing: the plan says which loops run, and how they are cut. Operands of any
// layout are packed into panels or read in place, so the same kernels serve every transpose, batch
// and convolution.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/ContractionPlan.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Work that is done inside the contraction, by the thread that makes some rows of the private
// operand, or has completed some rows of the output, while they are in its caches. A row of the
// output is one m of one batch element (n if isSwapped), number batch * m + m, as the output lies
// in memory (hasDenseRows). A row of an operand holds all of k.
//
//   relu(x @ w + b) of 1024 rows: a thread multiplies 64 rows of x, then a kernel turns these 64
//   rows of the product into rows of the result, and so on
using RowFn = absl::FunctionRef<void(int64_t row, int64_t end, void* address)>;
struct RowWork {
  // Rows [row, end) are complete. `out` is the address of the output; if it exists by rows only,
  // just these rows are there. Called once for every row, on disjoint ranges at the same time.
  // Every output element is the same for all ranges.
  RowFn finish;
  double nsPerRow; // of `finish`, only for the grain of the pool
  // Makes rows [row, end) of the private operand, at their places in an operand at this address.
  // With ownByRows only; called once for every row, before `finish` for rows that depend on it.
  std::optional<RowFn> make = std::nullopt;
};

// `lhs` and `rhs`: as they were before chooseTile. Every output element is one fixed sequence of
// additions along k, so results have the same bits for any number of threads. k = 0 gives zeros.
// `scratch`: the scratchBytes of a plan for one thread or more, aligned to 64; fewer bytes mean
// fewer threads. `out` overlaps nothing else; it is not used if spec.outByRows, and neither is the
// private operand if spec.ownByRows. `rows`: optional, but not with one of these.
void runContraction(const ContractionPlan& plan, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool,
                    const RowWork* rows = nullptr);

} // namespace lz::contraction
