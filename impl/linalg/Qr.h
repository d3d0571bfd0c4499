// Orthogonal and upper triangular factors.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// a = q r: `qr` becomes r on and above its diagonal, and below it the vectors of the reflectors
// whose product is q (Reflectors.h), without their ones; `tau` has one number for each, as many as
// the shorter side is long. `a` may be `qr`; complex ones are row-major. `kernels` are of real
// numbers. `scratch`: so many bytes, aligned to 64.
template <typename E>
void factorQr(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& qr, E* tau,
              std::byte* scratch);
template <typename E>
int64_t qrScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns);

// The first columns of q, as many as `q` has, from `count` reflectors below the diagonal of `a`,
// which has as many rows as q and as many columns or more than there are reflectors. `a` may be
// `q`.
template <typename E>
void formQ(const Machine& machine, const Matrix<const E>& a, const E* tau, int64_t count,
           const Matrix<E>& q, std::byte* scratch);
template <typename E>
int64_t formQScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns,
                     int64_t count);

} // namespace lz::linalg
