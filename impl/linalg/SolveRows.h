// Solves and factors with the triangle of one block, on rows of a panel.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Solves l x = b and replaces b by x. They have n rows of `width` numbers, one after the other.
// Only the lower triangle of l is read. If isUnit, its diagonal is not read but taken as 1.
template <typename T>
void solveRows(MachineClass cpu, const Matrix<const T>& l, bool isUnit, T* x, int64_t width);

// Factors a = u^T u. x has n rows of `width` numbers, and a is its first n columns, of which only
// the upper triangle is read. The rows become those of u. Elements below the diagonal become
// garbage. Returns 0, or the number, from 1 on, of the first leading minor that is not positive.
template <typename T> int64_t factorRows(MachineClass cpu, int64_t n, T* x, int64_t width);

} // namespace lz::linalg
