// One panel of an LU factorization.
#pragma once

#include "linalg/Machine.h"

namespace lz::linalg {

// Rows `row` to `rows` of a panel whose rows lie `width` numbers apart: its first `steps` columns
// are factored, the others, up to width, are what is left. pivots[0..steps) are row numbers of the
// panel, from 0 on. Returns 0, or 1 + the first step whose pivot is zero.
template <typename T>
int64_t factorLuPanel(CpuClass cpu, T* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots);

} // namespace lz::linalg
