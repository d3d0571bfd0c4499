// The donated inputs of a run, while the run may overwrite their memory.
#pragma once

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "lazy/engine/Engine.h"
#include "lazy/graph/Data.h"

#include <vector>

namespace lz::lazy {

class LentInputs {
public:
  // Makes the run the owner of its donated inputs, where no other run still reads them. All inputs
  // must have been fetched. `inputs` must live longer than this object.
  explicit LentInputs(RunInputs& inputs);

  absl::Span<const bool> donated() const { return donated_; } // one per input

  // Call this after the run. If the run succeeded, the donated inputs are used up. If it failed,
  // those that it has not overwritten are the caller's again. `args` is the storage of the inputs.
  void settle(absl::Span<const runtime::StorageRef> args, bool succeeded, Counters& counters);
  // Returns the indices of the donated inputs that a failed run has overwritten.
  std::vector<size_t> lostFrom(absl::Span<const runtime::StorageRef> args) const;

private:
  RunInputs& inputs_;
  absl::InlinedVector<bool, 16> donated_;
};

} // namespace lz::lazy
