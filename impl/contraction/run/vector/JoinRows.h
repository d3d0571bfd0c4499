// Joins every two values of bf16 or i16 along k to a pair, which is one element of a panel. The
// first value is the low half. If the number of values is odd, the last high half is 0. Only for
// files of contraction/run.
#pragma once

#include "base/Half.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Adjacent rows: value kk of row i is source[offsets[kk] + i].
struct RowJoin {
  const int64_t* offsets;
  int64_t values, rows;
  int width; // rows of a panel
  MachineClass cpu;
};

// Writes ceil(rows / width) panels of width * ceil(values / 2) pairs, with zeros beyond the rows.
void joinRows(const RowJoin& rows, const BF16* source, uint32_t* panels);

// Joins the values of one row to pairs. Value kk is row[offsets[kk]]. Pairs are written `width`
// elements apart.
void joinRow(const BF16* row, const int64_t* offsets, int64_t values, int width, uint32_t* target);

} // namespace lz::contraction
