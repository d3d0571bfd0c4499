// Solves a system with a triangle of one block, or factors the block. The data are rows of a panel.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Solves l x = b. `x` is b on entry and gets the result. `x` has one row of `width` numbers for
// each row of l. Reads only the lower triangle of l. If isUnit, the diagonal of l counts as ones
// and is not read.
template <typename T>
void solveRows(MachineClass cpu, const Matrix<const T>& l, bool isUnit, T* x, int64_t width);

// Factors a = u^T u. `x` has n rows of `width` numbers. On entry, the first n columns of `x` are a.
// Only the upper triangle of a is read. The rows of `x` become the rows of u, with arbitrary values
// below the diagonal. Returns 0 if a is positive definite. Otherwise returns the number of the
// first leading minor that is not positive, counted from 1.
template <typename T> int64_t factorRows(MachineClass cpu, int64_t n, T* x, int64_t width);

} // namespace lz::linalg
