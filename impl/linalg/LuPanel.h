// One panel of an LU factorization.
#pragma once

#include "linalg/Element.h"
#include "linalg/Machine.h"

namespace lz::linalg {

// Rows `row` to `rows` of a panel whose rows lie `width` elements apart: its first `steps` columns
// are factored, the others, up to width, are what is left. pivots[0..steps) are row numbers of the
// panel, from 0 on. Returns 0, or 1 + the first step whose pivot is zero.
template <typename E>
int64_t factorLuPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots);

// Rows of a panel, of `width` real numbers, become x with l x = them, for a lower triangle l with
// ones on its diagonal. `negated` becomes -x as a kernel multiplies with it (Element.h).
template <typename E>
void solveAndNegate(MachineClass cpu, const Matrix<const E>& l, RealOf<E>* x, int64_t width,
                    RealOf<E>* negated);

} // namespace lz::linalg
