// An executable for a batch of one size, from one that takes batches up to a bound. No code is
// made: arrays of the batch have places of the bound's size in the arena, to which arguments are
// copied before the first thunk, and from which results are copied after the last one.
#pragma once

#include "exec/Executable.h"

namespace lz::lazy {

struct BatchShape {
  std::vector<TensorType> inputs, outputs; // of this size
  int64_t size = 0;
};

// `bounded` has one input more than `shape`, the last one, an s32: the size of the batch. Inputs
// and outputs that have another type there are of the batch; it is their leading dimension, so that
// its bytes come first. What is copied is not taken over by a result.
exec::ExecutableSpec forBatch(const exec::ExecutableSpec& bounded, BatchShape shape);

} // namespace lz::lazy
