// Copies a block of an operand of any layout into panels. Only for files of contraction/run.
//
// A panel holds `width` rows (mr or nr) for `kc` values of k, in the compute type: panel[kk * width
// + row]. Rows beyond the operand are zeros. Example: with width 2, rows a b c and k 0 1, the
// panels are a0 b0 a1 b1 | c0 0 c1 0. In a contraction of pairs, k0 and kc count pairs.
#pragma once

#include "contraction/plan/Blocking.h"

#include <cstdint>

namespace lz::contraction {

struct PackBlock {
  const void* base; // address of the operand's batch element
  int64_t row0, rows, k0, kc;
  int width;
  DType compute;
  MachineClass cpu;
  int64_t* scratch; // packScratchNumbers(operand, rows, kc)
};

// Writes ceil(rows / width) panels of width * kc elements.
void packBlock(const OperandSpec& operand, const PackBlock& block, void* panels);

} // namespace lz::contraction
