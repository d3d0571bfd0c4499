// Makes an executable for a batch of one size from one that takes batches up to a bound. No code is
// made. Arrays of the batch get places of the bound's size in the arena: arguments are copied there
// before the first thunk, and results are copied out after the last.
#pragma once

#include "exec/Executable.h"

namespace lz::lazy {

struct BatchShape {
  std::vector<TensorType> inputs, outputs; // for this size
  int64_t size = 0;
};

// `bounded` has one input more than `shape`: the last one, an s32, is the size of the batch. Inputs
// and outputs whose type differs there are of the batch. The batch is their leading dimension, so
// the bytes of a smaller batch come first. No result takes over the memory of a copied input.
exec::ExecutableSpec forBatch(const exec::ExecutableSpec& bounded, BatchShape shape);

} // namespace lz::lazy
