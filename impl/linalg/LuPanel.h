// One panel of an LU factorization.
#pragma once

#include "linalg/Element.h"
#include "linalg/Machine.h"

namespace lz::linalg {

// Factors the first `steps` columns of rows [row, rows) of a panel, and updates the other columns.
// Adjacent rows of the panel are `width` elements apart. pivots[0..steps) are indices of rows of
// the panel. Returns 0 if no pivot is zero. Otherwise returns the number of the first step whose
// pivot is zero, counted from 1.
template <typename E>
int64_t factorLuPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots);

// Solves l x = b and replaces b by x. The matrix b consists of rows of a panel, which have `width`
// real numbers each. l is a lower triangle with ones on its diagonal. `negated` gets -x in the form
// in which kernels read it (Element.h).
template <typename E>
void solveAndNegate(MachineClass cpu, const Matrix<const E>& l, RealOf<E>* x, int64_t width,
                    RealOf<E>* negated);

} // namespace lz::linalg
