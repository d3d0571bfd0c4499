// Runs a contraction slice by slice, as its plan says (plan/Slices.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/ThreadPool.h"
#include "contraction/plan/Slices.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// Work on rows [row, end) of an array: making rows of an operand before a slice is computed, or
// reading complete rows of the output. `address` is the address of row 0. If only some rows exist,
// `address` is where row 0 would be. Every row is in exactly one call. Calls for different ranges
// can run at the same time.
struct SliceWork {
  absl::FunctionRef<void(size_t array, int64_t row, int64_t end, void* address)> run;
  std::array<double, 3> nsPerRow; // for each array; the pool divides work by these times
};

// Runs the slices. Results have the same bits as with runContraction. `addresses` has the addresses
// of lhs, rhs and output. The addresses of arrays in scratch are not used. `scratch` is aligned to
// 64 and large enough for at least one thread. The scratch must not overlap anything else.
void runSlices(const SlicePlan& plan, const std::array<void*, 3>& addresses, std::byte* scratch,
               int64_t scratchBytes, ThreadPool& pool, const SliceWork& work);

} // namespace lz::contraction
