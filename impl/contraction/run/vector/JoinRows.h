// Two values of bf16, or of i16, along k become one element of a panel, a pair: the first one is
// its low half, and after an odd number of values a high half is 0. Internal to run.
#pragma once

#include "base/Half.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Rows side by side: value kk of row i is source[offsets[kk] + i].
struct RowJoin {
  const int64_t* offsets;
  int64_t values, rows;
  int width; // of a panel
  MachineClass cpu;
};

// Writes ceil(rows / width) panels of width * ceil(values / 2) pairs, with zeros beyond the rows.
void joinRows(const RowJoin& rows, const BF16* source, uint32_t* panels);

// One row of any layout, every width-th element of a panel: value kk is row[offsets[kk]].
void joinRow(const BF16* row, const int64_t* offsets, int64_t values, int width, uint32_t* target);

} // namespace lz::contraction
