// Solves with the triangle of one block, or factors the block, in rows of a panel.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Solves l x = b. `x` is b on entry and gets the result; it has n rows of `width` numbers, one
// after the other. Only the lower triangle of l is read. If isUnit, the diagonal of l counts as
// ones and is not read.
template <typename T>
void solveRows(MachineClass cpu, const Matrix<const T>& l, bool isUnit, T* x, int64_t width);

// Factors a = u^T u. x has n rows of `width` numbers. Their first n columns are a on entry, of
// which only the upper triangle is read. The rows become those of u; the values below the diagonal
// then mean nothing. Returns 0, or the number of the first leading minor that is not positive,
// counted from 1.
template <typename T> int64_t factorRows(MachineClass cpu, int64_t n, T* x, int64_t width);

} // namespace lz::linalg
