// Runs a contraction slice by slice, as its plan says (plan/Slices.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/Slices.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// Work on rows [row, end) of an array: it makes rows of an operand before a slice is computed, or
// reads complete rows of the output. `address` is where row 0 of the array lies, or would lie if
// only some rows exist in scratch. Every row is in exactly one call, and calls for different ranges
// may run at the same time.
struct SliceWork {
  absl::FunctionRef<void(size_t array, int64_t row, int64_t end, void* address)> run;
  std::array<double, 3> nsPerRow; // by array; the pool divides work by it
};

// Runs the slices. Results have the same bits as with runContraction. `addresses` has the addresses
// of lhs, rhs and output; those of arrays in scratch are not used. `scratch` is aligned to 64,
// large enough for one thread at least, and must not overlap anything else.
void runSlices(const SlicePlan& plan, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work);

} // namespace lz::contraction
