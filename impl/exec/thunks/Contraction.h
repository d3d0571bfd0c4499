// What a thunk that runs a contraction is made of: dot_general and convolution, as their plan says.
#pragma once

#include "contraction/plan/Slices.h"
#include "exec/thunks/BoundKernel.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::exec {

// A kernel that runs inside a contraction (RowWork): the units of row r are those from
// r * unitsPerRow on. An epilogue reads the contraction's output, and what the kernels before it
// wrote, in these rows only; a prologue writes the private operand.
struct RowKernel {
  BoundKernel kernel; // at most kMostRowBuffers
  int64_t unitsPerRow;
};

struct Contraction {
  std::string name;
  contraction::ContractionPlan plan; // of the whole contraction
  BufferId lhs, rhs, out;
  BufferId scratch; // Temp of scratchBytes()
  // One, if plan.spec.ownByRows; of slices one per operand in scratch.
  std::vector<RowKernel> prologue{};
  std::vector<RowKernel> epilogue{};              // in this order on the rows that are complete
  std::optional<contraction::SlicePlan> slices{}; // how it runs, if not as a whole

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
};

} // namespace lz::exec
