// The triangle of a block, against rows of a panel.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// l x = b for the x that takes the place of b: n rows of `width` numbers, side by side. Of l the
// lower triangle is read, without its diagonal where that is 1 (isUnit).
template <typename T>
void solveRows(MachineClass cpu, const Matrix<const T>& l, bool isUnit, T* x, int64_t width);

// Factors n rows of `width` numbers, of which the first n columns are a matrix whose upper triangle
// is read: a = u^T u, and the rows become those of u. What is below the diagonal becomes garbage.
// Returns 0, or the number, from 1 on, of the first leading minor that is not positive.
template <typename T> int64_t factorRows(MachineClass cpu, int64_t n, T* x, int64_t width);

} // namespace lz::linalg
