// The parts of a thunk that runs a contraction: a dot_general or convolution, and its plan.
#pragma once

#include "contraction/plan/Slices.h"
#include "exec/thunks/BoundKernel.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::exec {

// A kernel that runs inside a contraction (RowWork). The units of row r begin at r * unitsPerRow.
// An epilogue reads the contraction's output, and results of earlier kernels, only in these rows; a
// prologue writes the private operand.
struct RowKernel {
  BoundKernel kernel; // at most kMostRowBuffers
  int64_t unitsPerRow;
};

struct Contraction {
  std::string name;
  contraction::ContractionPlan plan; // of the whole contraction
  BufferId lhs, rhs, out;
  BufferId scratch; // a Temp of scratchBytes()
  // One kernel if plan.spec.ownByRows is set. If `slices` is set, one for each operand in scratch.
  std::vector<RowKernel> prologue{};
  std::vector<RowKernel> epilogue{};              // run in this order on rows that are complete
  std::optional<contraction::SlicePlan> slices{}; // set if it runs as slices, not as a whole

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
};

} // namespace lz::exec
