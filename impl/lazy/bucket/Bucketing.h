// A program for batches of any size up to a bound, made of one for a batch of one size: the leading
// dimension of some parameters and of what follows from them gets the bound, the size itself
// becomes a parameter, and what stands behind it is masked where values of the batch are combined.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <vector>

namespace lz::lazy {

struct Bucketed {
  Program program;                // its last parameter is the size of the batch, an s32
  std::vector<uint8_t> ofInputs;  // by parameter of the first program: its leading dimension grew
  std::vector<uint8_t> ofOutputs; // by output
};

// The least power of two that is at least `size`, and at least `least`.
int64_t bucketOf(int64_t size, int64_t least);

// Sums and products in other orders than those of `program`: equal within the bounds of a sum.
// Errors: those of BatchDims; Unimplemented for a reduction whose body has no neutral element, and
// for an output in which the batch is not the leading dimension, or elements share bytes.
StatusOr<Bucketed> bucketed(const Program& program, const std::vector<uint8_t>& isBatch,
                            int64_t bound);

} // namespace lz::lazy
