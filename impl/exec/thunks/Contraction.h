// The parts of a thunk that runs a contraction: a dot_general or convolution, and its plan.
#pragma once

#include "contraction/plan/Slices.h"
#include "exec/thunks/products/RowKernels.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::exec {

struct Contraction {
  std::string name;
  contraction::ContractionPlan plan; // the plan of the whole contraction
  BufferId lhs, rhs, out;
  // A temporary. If it has fewer bytes than scratchBytes(), fewer threads run.
  BufferId scratch;
  // If plan.spec.ownByRows is set, there is one kernel. If `slices` is set, there is one kernel for
  // each operand that is made in scratch.
  std::vector<RowKernel> prologue{};
  std::vector<RowKernel> epilogue{};              // run in this order on complete rows
  std::optional<contraction::SlicePlan> slices{}; // set if the contraction runs slice by slice

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
  int64_t leastScratchBytes() const {
    return slices ? slices->scratchBytesOf(1) : plan.scratchBytesOf(1);
  }
};

} // namespace lz::exec
