// LU factors with row exchanges.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Factors p a = l u. `lu` gets u on and above its diagonal, and l below it. The ones on the
// diagonal of l are not stored. Step j exchanges rows j and pivots[j] - 1. The number of steps is
// the smaller of the numbers of rows and columns. The pivot is the largest element of its column,
// or the first of several equal ones. The size of a complex number is |re| + |im|. `a` and `lu` can
// be the same matrix. Complex matrices must be row-major. `machine` must have kernels of the real
// type. Returns 0 if no diagonal element of u is zero. Otherwise returns the number of the first
// diagonal element that is zero, counted from 1. `scratch` has luScratch() bytes, aligned to 64.
template <typename E>
int64_t factorLu(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& lu,
                 int32_t* pivots, std::byte* scratch);
template <typename E>
int64_t luScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns);

} // namespace lz::linalg
