// Makes an executable for one batch size from one for batches up to a bound, without generating
// code. Arrays of the batch get places of the bound's size in the arena: arguments are copied there
// before the first thunk, and results are copied out after the last.
#pragma once

#include "exec/Executable.h"

namespace lz::lazy {

struct BatchShape {
  std::vector<TensorType> inputs, outputs; // for this size
  int64_t size = 0;
};

// `bounded` has one more input than `shape`: the last one, an s32, is the size of the batch. Inputs
// and outputs whose types differ between the two contain the batch. It is their leading dimension,
// so a smaller batch occupies the first bytes. No result takes over the memory of a copied input.
exec::ExecutableSpec forBatch(const exec::ExecutableSpec& bounded, BatchShape shape);

} // namespace lz::lazy
