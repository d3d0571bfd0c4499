// Copies lines of pixels as strips (plan/Strips.h), and finds the places of values of k in the
// strips.
#pragma once

#include "base/KernelTable.h"
#include "contraction/plan/Strips.h"

#include <cstdint>

namespace lz::contraction {

// Returns whether rows row0 .. row0 + rows - 1 are adjacent outputs of one line.
bool areInLine(const OperandSpec& operand, int64_t row0, int64_t rows);

struct StripBlock {
  const void* base; // address of the operand's batch element
  int64_t row0, k0, kc;
  DType compute;
};

// Writes the strips that contain values k0 .. k0 + kc - 1 of rows row0 .. row0 + width - 1. There
// can be fewer rows at the end of a line.
void fillStrips(const OperandSpec& operand, const Strips& strips, const StripBlock& block,
                void* target);

// Writes to `runs` the places of values k0 .. k0 + kc - 1 in the strips and in a packed panel of
// `nr` columns. Returns the number of runs, which is at most kc.
int64_t runsOf(const Strips& strips, const OperandSpec& operand, int64_t k0, int64_t kc, int nr,
               KernelRun* runs);

} // namespace lz::contraction
