// Makes an executable for one batch size from an executable for all sizes up to a bound, without
// generating code. Arrays that contain the batch have the bound's size in the arena. Arguments are
// copied there before the first thunk, and results are copied out after the last thunk.
#pragma once

#include "exec/Executable.h"

namespace lz::lazy {

struct BatchShape {
  std::vector<TensorType> inputs, outputs; // their types for this size
  int64_t size = 0;
};

// Makes the executable for `shape`. `bounded` has one more input than `shape`. This last input is
// the size of the batch, an s32. An input or output contains the batch if its type in `bounded`
// differs from its type in `shape`. The batch is its leading dimension, so a smaller batch occupies
// the first bytes. No result takes over the memory of a copied input.
exec::ExecutableSpec forBatch(const exec::ExecutableSpec& bounded, BatchShape shape);

} // namespace lz::lazy
