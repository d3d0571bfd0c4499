// Runs a contraction slice by slice, as its plan says (plan/Slices.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/Slices.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// Work on rows [row, end) of a whole array, which are at their places in an array at `address`. It
// makes rows of an operand before the slice is computed, or reads complete rows of the output. It
// is called once for every row, and for disjoint ranges at the same time.
struct SliceWork {
  absl::FunctionRef<void(size_t array, int64_t row, int64_t end, void* address)> run;
  std::array<double, 3> nsPerRow; // by array, only for the grain of the pool
};

// Runs the slices. `addresses` are those of lhs, rhs and output; addresses of arrays in scratch are
// not used. The bits are those of runContraction. `scratch` has the scratchBytes of a plan for at
// least one thread, aligned to 64, and must not overlap anything else.
void runSlices(const SlicePlan& plan, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work);

} // namespace lz::contraction
