// Turns a program for one batch size into a program for batches of any size up to a bound. The
// leading dimension of some parameters, and all dimensions that follow from it, get the size of the
// bound. The actual size becomes a parameter. Ops that combine values of the batch mask the
// elements after its end.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

struct Bucketed {
  Program program; // its last parameter is the size of the batch, an s32
  // One entry for each parameter of the original program: 1 if its leading dimension is the batch.
  std::vector<uint8_t> ofInputs;
  std::vector<uint8_t> ofOutputs; // the same for each output
};

// Returns the least power of two that is at least `size` and at least `least`.
int64_t bucketOf(int64_t size, int64_t least);

// Returns the program for batches of any size up to a bound. It can add and multiply in another
// order than `program`, so results can differ by rounding errors. Errors: those of BatchDims;
// Unimplemented for a reduction whose body has no neutral element, and for an output in which the
// batch is not the leading dimension or elements are smaller than a byte.
StatusOr<Bucketed> bucketed(const Program& program, const std::vector<uint8_t>& isBatch,
                            int64_t bound);

} // namespace lz::lazy
