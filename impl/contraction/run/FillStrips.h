// Copies lines of pixels as strips (plan/Strips.h), and says where values of k are in them.
#pragma once

#include "base/MicroKernels.h"
#include "contraction/plan/Strips.h"

#include <cstdint>

namespace lz::contraction {

// Whether rows row0 .. row0 + rows - 1 are outputs side by side in one line.
bool areInLine(const OperandSpec& operand, int64_t row0, int64_t rows);

struct StripBlock {
  const void* base; // the operand, batch offset included
  int64_t row0, k0, kc;
  DType compute;
};

// Writes those of the strips of rows row0 .. row0 + width - 1, in line as far as there are that
// many, that have values k0 .. k0 + kc - 1.
void fillStrips(const OperandSpec& operand, const Strips& strips, const StripBlock& block,
                void* target);

// Where values k0 .. k0 + kc - 1 are in the strips and in a packed panel of `nr` columns; at most
// kc runs. Returns how many.
int64_t runsOf(const Strips& strips, const OperandSpec& operand, int64_t k0, int64_t kc, int nr,
               KernelRun* runs);

} // namespace lz::contraction
