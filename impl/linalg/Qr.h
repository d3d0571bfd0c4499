// QR factors: an orthogonal and an upper triangular matrix.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Factors a = q r, where q is a product of reflectors (Reflectors.h). `qr` gets r on and above its
// diagonal, and the vectors of the reflectors, without their ones, below the diagonal. `tau` gets
// one number per reflector. The number of reflectors is the smaller of the numbers of rows and
// columns. `a` and `qr` can be the same matrix. Complex matrices must be row-major. `machine` must
// have kernels of the real type. `scratch` has qrScratch() bytes, aligned to 64.
template <typename E>
void factorQr(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& qr, E* tau,
              std::byte* scratch);
template <typename E>
int64_t qrScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns);

// Computes the first columns of the orthogonal factor from the `count` reflectors below the
// diagonal of `a`. It computes as many columns as the matrix `q` has. `a` has as many rows as `q`,
// and at least `count` columns. `a` and `q` can be the same matrix.
template <typename E>
void formQ(const Machine& machine, const Matrix<const E>& a, const E* tau, int64_t count,
           const Matrix<E>& q, std::byte* scratch);
template <typename E>
int64_t formQScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns,
                     int64_t count);

} // namespace lz::linalg
