// Makes a program for batches of any size up to a bound from a program for one size. The leading
// dimension of some parameters, and what follows from it, grows to the bound. The size itself
// becomes a parameter. Where values of the batch are combined, elements behind its end are masked.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

struct Bucketed {
  Program program; // its last parameter is the size of the batch, an s32
  // By parameter of the first program: whether its leading dimension grew.
  std::vector<uint8_t> ofInputs;
  std::vector<uint8_t> ofOutputs; // by output, the same
};

// The least power of two that is at least `size`, and at least `least`.
int64_t bucketOf(int64_t size, int64_t least);

// Sums and products may be added in another order than in `program`, so results are equal within
// the bounds of a sum. Errors: those of BatchDims; Unimplemented for a reduction whose body has no
// neutral element, for an output in which the batch is not the leading dimension, and for one whose
// elements share bytes.
StatusOr<Bucketed> bucketed(const Program& program, const std::vector<uint8_t>& isBatch,
                            int64_t bound);

} // namespace lz::lazy
