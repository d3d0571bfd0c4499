// BLAS level 3: products of matrices.
#include "linalg/blas/Fortran.h"

namespace lz::linalg {
namespace {

// Multiplies c by beta. If beta is 0, c becomes 0, even where it was NaN.
template <typename E>
void scale(E* c, int64_t stride, int64_t m, int64_t n, E beta, Part part = Part::Whole) {
  if (isOne(beta))
    return;
  for (int64_t j = 0; j < n; ++j) {
    const int64_t begin = part == Part::Lower ? j : 0,
                  end = part == Part::Upper ? std::min(j + 1, m) : m;
    for (int64_t i = begin; i < end; ++i)
      c[i + j * stride] = isZero(beta) ? E{} : times(beta, c[i + j * stride]);
  }
}

template <typename E>
void gemm(const char* transA, const char* transB, const int* m, const int* n, const int* k,
          const E* alpha, const E* a, const int* lda, const E* b, const int* ldb, const E* beta,
          E* c, const int* ldc) {
  if (BlasScope::current().isOver())
    return;
  const bool adds = !isZero(*beta), isEmpty = isZero(*alpha) || *k == 0;
  if (adds || isEmpty)
    scale(c, *ldc, *m, *n, *beta);
  if (!isEmpty)
    multiply(Product<E>{*m, *n, *k, *alpha, factorOf(a, lda, transA), factorOf(b, ldb, transB), c,
                        *ldc, adds});
}

// Computes one triangle of c = alpha a b^H + conj(alpha) b a^H + beta c. If `trans` says so, uses
// a^H and b^H instead of a and b. For real numbers ^H is ^T.
template <typename E>
void syr2k(const char* uplo, const char* trans, const int* n, const int* k, const E* alpha,
           const E* a, const int* lda, const E* b, const int* ldb, const RealOf<E>* beta, E* c,
           const int* ldc) {
  if (BlasScope::current().isOver())
    return;
  const Part part = partOf(uplo);
  scale(c, *ldc, *n, *n, E{*beta}, part);
  const char *none = "N", *adjoint = "C";
  const bool turns = isTransposed(trans);
  auto left = [&](const E* x, const int* stride) {
    return factorOf(x, stride, turns ? adjoint : none);
  };
  auto right = [&](const E* x, const int* stride) {
    return factorOf(x, stride, turns ? none : adjoint);
  };
  if (isZero(*alpha) || *k == 0)
    return;
  multiply(Product<E>{*n, *n, *k, *alpha, left(a, lda), right(b, ldb), c, *ldc, true, part});
  multiply(
      Product<E>{*n, *n, *k, conjugate(*alpha), left(b, ldb), right(a, lda), c, *ldc, true, part});
  if constexpr (kIsComplex<E>)
    for (int64_t i = 0; i < *n; ++i)
      c[i * (*ldc + 1)].im = 0;
}

// Computes b = alpha t b in place, or b = alpha b t, for a triangle t. Computes t b in blocks of
// rows, and b t in blocks of columns. Each block overwrites its part of b as soon as no other block
// needs the old values there.
template <typename E> class TriangularProduct {
public:
  TriangularProduct(bool isLeft, const Factor<E>& t, int64_t m, int64_t n, E alpha, E* b,
                    int64_t stride)
      : isLeft_(isLeft), t_(t), m_(m), n_(n), alpha_(alpha), b_(b), stride_(stride) {}

  void run() const {
    const int64_t size = isLeft_ ? m_ : n_, blocks = ceilDiv(size, kMostInPlace<E>);
    // If t is an upper triangle, a row of t b needs the later rows of b, and a column of b t needs
    // the earlier columns of b.
    const bool ascends = (t_.part == Part::Upper) == isLeft_;
    for (int64_t step = 0; step < blocks; ++step) {
      const int64_t block = ascends ? step : blocks - 1 - step, begin = block * kMostInPlace<E>,
                    end = std::min(begin + kMostInPlace<E>, size);
      multiplyBlock(begin, end, begin, end, false);
      if (ascends && end < size)
        multiplyBlock(begin, end, end, size, true);
      if (!ascends && begin > 0)
        multiplyBlock(begin, end, 0, begin, true);
    }
  }

private:
  // Computes rows or columns [begin, end) of the product from rows or columns [from, to) of b.
  void multiplyBlock(int64_t begin, int64_t end, int64_t from, int64_t to, bool adds) const {
    const int64_t step = isLeft_ ? 1 : stride_;
    const Factor<E> b{b_ + from * step, 1, stride_};
    const int64_t size = end - begin, depth = to - from;
    if (isLeft_)
      multiply(
          Product<E>{size, n_, depth, alpha_, t_.from(begin, from), b, b_ + begin, stride_, adds});
    else
      multiply(Product<E>{m_, size, depth, alpha_, b, t_.from(from, begin), b_ + begin * step,
                          stride_, adds});
  }

  const bool isLeft_;
  const Factor<E> t_;
  const int64_t m_, n_;
  const E alpha_;
  E* const b_;
  const int64_t stride_;
};

template <typename E>
void trmm(const char* side, const char* uplo, const char* trans, const char* diag, const int* m,
          const int* n, const E* alpha, const E* a, const int* lda, E* b, const int* ldb) {
  if (BlasScope::current().isOver())
    return;
  Factor<E> t{a, 1, *lda, false, partOf(uplo), isLetter(diag, 'U')};
  if (isTransposed(trans))
    t = t.transposed();
  t.isConjugate = isLetter(trans, 'C');
  if (isZero(*alpha))
    return scale(b, *ldb, *m, *n, E{});
  TriangularProduct<E>(isLetter(side, 'L'), t, *m, *n, *alpha, b, *ldb).run();
}

} // namespace
} // namespace lz::linalg

extern "C" {
#define LZ_GEMM(letter, E)                                                                         \
  void letter##gemm_(const char* transA, const char* transB, const int* m, const int* n,           \
                     const int* k, const E* alpha, const E* a, const int* lda, const E* b,         \
                     const int* ldb, const E* beta, E* c, const int* ldc) {                        \
    lz::linalg::gemm<E>(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);             \
  }
LZ_BLAS_ALL(LZ_GEMM)

#define LZ_SYR2K(letter, name, E)                                                                  \
  void letter##name##_(const char* uplo, const char* trans, const int* n, const int* k,            \
                       const E* alpha, const E* a, const int* lda, const E* b, const int* ldb,     \
                       const lz::linalg::RealOf<E>* beta, E* c, const int* ldc) {                  \
    lz::linalg::syr2k<E>(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                  \
  }
#define LZ_SYR2K_REAL(letter, E) LZ_SYR2K(letter, syr2k, E)
#define LZ_SYR2K_COMPLEX(letter, E) LZ_SYR2K(letter, her2k, E)
LZ_BLAS_REAL(LZ_SYR2K_REAL)
LZ_BLAS_COMPLEX(LZ_SYR2K_COMPLEX)

#define LZ_TRMM(letter, E)                                                                         \
  void letter##trmm_(const char* side, const char* uplo, const char* trans, const char* diag,      \
                     const int* m, const int* n, const E* alpha, const E* a, const int* lda, E* b, \
                     const int* ldb) {                                                             \
    lz::linalg::trmm<E>(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);                     \
  }
LZ_BLAS_ALL(LZ_TRMM)
}
