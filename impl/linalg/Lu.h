// Triangular factors with exchanges of rows.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// p a = l u: `lu` becomes u with l, whose diagonal of ones is left out, below its diagonal. In step
// j rows j and pivots[j] - 1 are exchanged; there are as many steps as the shorter side is long.
// The first of equal rows becomes the pivot; the size of a complex number is |re| + |im| there.
// `a` may be `lu`; complex ones are row-major. `kernels` are of real numbers. Returns 0, or the
// number, from 1 on, of the first diagonal element of u that is zero. `scratch`: so many bytes,
// aligned to 64.
template <typename E>
int64_t factorLu(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& lu,
                 int32_t* pivots, std::byte* scratch);
template <typename E>
int64_t luScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns);

} // namespace lz::linalg
