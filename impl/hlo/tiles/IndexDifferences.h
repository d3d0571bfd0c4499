// Internal to hlo: finds out whether a table of pairs depends on indices only through differences
// of a row and a column, as with causal masks and windows. Then the indices of each block can count
// from 0. So blocks with the same distance between rows and columns have equal kernels. These are
// compiled once.
//
//   %m = compare LT, %i - %j, 512      rows 1024 to 1152 of columns 512 to 1152 have the same
//                                      ops as rows 2048 to 2176 of columns 1536 to 2176
#pragma once

#include "hlo/tiles/PairTable.h"

namespace lz::hlo {

// Returns whether all ops of the table have the same results if the same number is subtracted from
// all indices of rows and columns.
bool dependsOnDifferences(const PairTable& table);

} // namespace lz::hlo
