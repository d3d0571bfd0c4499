// QR factors: an orthogonal and an upper triangular matrix.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Factors a = q r. `qr` gets r on and above its diagonal. Below the diagonal it gets the vectors,
// without their ones, of the reflectors whose product is q (Reflectors.h). `tau` gets a number for
// each reflector. There are as many as the shorter side has elements. `a` may be `qr`. Complex
// matrices must be row-major. The machine's kernels are those of the real type. `scratch` has
// qrScratch() bytes, aligned to 64.
template <typename E>
void factorQr(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& qr, E* tau,
              std::byte* scratch);
template <typename E>
int64_t qrScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns);

// Computes the first columns of q, as many as `q` has, from the `count` reflectors below the
// diagonal of `a`. `a` has as many rows as q, and at least `count` columns. `a` may be `q`.
template <typename E>
void formQ(const Machine& machine, const Matrix<const E>& a, const E* tau, int64_t count,
           const Matrix<E>& q, std::byte* scratch);
template <typename E>
int64_t formQScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns,
                     int64_t count);

} // namespace lz::linalg
