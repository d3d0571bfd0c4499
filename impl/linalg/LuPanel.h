// One panel of an LU factorization.
#pragma once

#include "linalg/Element.h"
#include "linalg/Machine.h"

namespace lz::linalg {

// Factors the first `steps` columns of rows [row, rows) of a panel, and updates its other columns.
// Adjacent rows of the panel are `width` elements apart. pivots[0..steps) are row numbers of the
// panel, counted from 0. Returns 0, or 1 + the first step whose pivot is zero.
template <typename E>
int64_t factorLuPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots);

// Solves l x = b and replaces b by x. b is rows of a panel with `width` real numbers each, and l is
// a lower triangle with ones on its diagonal. `negated` gets -x in the form in which kernels read
// it (Element.h).
template <typename E>
void solveAndNegate(MachineClass cpu, const Matrix<const E>& l, RealOf<E>* x, int64_t width,
                    RealOf<E>* negated);

} // namespace lz::linalg
