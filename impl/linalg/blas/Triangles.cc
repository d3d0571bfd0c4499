// Products of a triangle with a vector, and systems of equations with a triangle.
#include "linalg/blas/Columns.h"
#include "linalg/blas/Fortran.h"

namespace lz::linalg {
namespace {

using contraction::runForClass;

// Replaces x by t x, or by the solution y of t y = x. t is a triangle.
template <typename E> struct Triangle {
  bool isUpper, isTransposed, isConjugate, isUnit;
  int64_t n;
  const E* a;
  int64_t stride;
  E* x;

  // Without the diagonal, the rows of column j are [begin, begin + count).
  LZ_INLINE int64_t begin(int64_t j) const { return isUpper ? 0 : j + 1; }
  LZ_INLINE int64_t count(int64_t j) const { return isUpper ? j : n - 1 - j; }
  LZ_INLINE E diagonal(int64_t j) const {
    const E value = a[j * (stride + 1)];
    return isConjugate ? conjugate(value) : value;
  }
  template <int kBytes> LZ_INLINE void addColumn(int64_t j, E factor) const {
    const E* columns[] = {a + begin(j) + j * stride};
    const E factors[] = {factor};
    addColumns<kBytes>(count(j), columns, factors, x + begin(j));
  }
  template <int kBytes> LZ_INLINE E multiplyColumn(int64_t j) const {
    const E* columns[] = {a + begin(j) + j * stride};
    E sums[1];
    multiplyColumns<kBytes>(count(j), columns, x + begin(j), isConjugate, sums);
    return sums[0];
  }
};

template <typename E> struct MultiplyTriangle : Triangle<E> {
  template <int kBytes> LZ_INLINE void run() const {
    // In this order of the rows, a column is only added to rows that are done already. If t is
    // transposed, a column is only multiplied with rows that still have their old values.
    const bool ascends = this->isUpper != this->isTransposed;
    for (int64_t step = 0; step < this->n; ++step) {
      const int64_t j = ascends ? step : this->n - 1 - step;
      E& x = this->x[j];
      if (!this->isTransposed)
        this->template addColumn<kBytes>(j, x);
      if (!this->isUnit)
        x = times(this->diagonal(j), x);
      if (this->isTransposed)
        x = plus(x, this->template multiplyColumn<kBytes>(j));
    }
  }
};

template <typename E> struct SolveTriangle : Triangle<E> {
  template <int kBytes> LZ_INLINE void run() const {
    const bool ascends = this->isUpper == this->isTransposed;
    for (int64_t step = 0; step < this->n; ++step) {
      const int64_t j = ascends ? step : this->n - 1 - step;
      E& x = this->x[j];
      if (this->isTransposed)
        x = minus(x, this->template multiplyColumn<kBytes>(j));
      if (!this->isUnit)
        x = divide(x, this->diagonal(j));
      if (!this->isTransposed)
        this->template addColumn<kBytes>(j, minus(E{}, x));
    }
  }
};

template <template <typename> typename Body, typename E>
void runTriangle(const char* uplo, const char* trans, const char* diag, int64_t n, const E* a,
                 int64_t lda, E* x, int incx) {
  if (BlasScope::current().isOver())
    return;
  const Strided<E> vector(x, n, incx);
  E* values = gathered(vector, n, 0);
  runForClass(BlasScope::current().machine().cpu,
              Body<E>{{partOf(uplo) == Part::Upper, isTransposed(trans), isLetter(trans, 'C'),
                       isLetter(diag, 'U'), n, a, lda, values}});
  scatter(values, n, vector);
}

} // namespace
} // namespace lz::linalg

extern "C" {
#define LZ_TRIANGLE(letter, name, Body, E)                                                         \
  void letter##name##_(const char* uplo, const char* trans, const char* diag, const int* n,        \
                       const E* a, const int* lda, E* x, const int* incx) {                        \
    lz::linalg::runTriangle<lz::linalg::Body, E>(uplo, trans, diag, *n, a, *lda, x, *incx);        \
  }
#define LZ_TRMV(letter, E) LZ_TRIANGLE(letter, trmv, MultiplyTriangle, E)
#define LZ_TRSV(letter, E) LZ_TRIANGLE(letter, trsv, SolveTriangle, E)
LZ_BLAS_ALL(LZ_TRMV)
LZ_BLAS_COMPLEX(LZ_TRSV)
}
