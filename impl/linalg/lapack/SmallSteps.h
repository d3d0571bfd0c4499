// Functions of LAPACK that the steps of SmallSchur.h call, and code that these steps share. Only
// for files of linalg/lapack.
#pragma once

#include "linalg/blas/Blas.h"
#include "linalg/lapack/SmallSchur.h"
#include "linalg/lapack/Tensors.h"

#include <limits>

namespace lz::linalg {

extern "C" {
// lanv2 makes a 2 x 2 block triangular, or gives it two equal diagonal elements. laln2 solves
// systems of one or two rows, and scales the solution if numbers would overflow.
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##gebal_(const char* job, const int* n, R* a, const int* lda, int* low, int* high,    \
                      R* scales, int* info, size_t);                                               \
  void letter##gebak_(const char* job, const char* side, const int* n, const int* low,             \
                      const int* high, const R* scales, const int* columns, R* v, const int* ldv,  \
                      int* info, size_t, size_t);                                                  \
  void letter##lanv2_(R* a, R* b, R* c, R* d, R* re1, R* im1, R* re2, R* im2, R* turnC, R* turnS); \
  void letter##laln2_(const int* isTransposed, const int* rows, const int* columns,                \
                      const R* least, const R* factor, const R* a, const int* lda, const R* d1,    \
                      const R* d2, const R* b, const int* ldb, const R* re, const R* im, R* x,     \
                      const int* ldx, R* scale, R* norm, int* info);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
}

template <typename R> struct Values {
  R re[2], im[2];
};
template <typename R> struct Turn {
  R c, s;
};
// A system (a - value) x = scale b of one or two rows. If the value is complex, so is the system.
template <typename R> struct SmallSystem {
  int rows, columns; // the size of x and b; two columns have the real and imaginary parts
  const R* a;
  int stride;
  R least;
  const R* b; // up to 2 rows, `columns` columns
  R re, im;
};
template <typename R> struct SmallSolution {
  R x[4]; // up to 2 rows, `columns` columns
  R scale, norm;
};
// The rows and columns that are not triangular yet.
struct Range {
  int low, high;
};
#define LZ_CALLS(letter, R)                                                                        \
  inline Range balance(char job, int n, R* a, R* scales) {                                         \
    Range range{};                                                                                 \
    int info = 0;                                                                                  \
    letter##gebal_(&job, &n, a, &n, &range.low, &range.high, scales, &info, 1);                    \
    return {range.low - 1, range.high - 1};                                                        \
  }                                                                                                \
  inline void undoBalance(char job, char side, int n, Range range, const R* scales, R* vectors) {  \
    const int low = range.low + 1, high = range.high + 1;                                          \
    int info = 0;                                                                                  \
    letter##gebak_(&job, &side, &n, &low, &high, scales, &n, vectors, &n, &info, 1, 1);            \
  }                                                                                                \
  inline Values<R> standardize(R& a, R& b, R& c, R& d, Turn<R>& turn) {                            \
    Values<R> v;                                                                                   \
    letter##lanv2_(&a, &b, &c, &d, &v.re[0], &v.im[0], &v.re[1], &v.im[1], &turn.c, &turn.s);      \
    return v;                                                                                      \
  }                                                                                                \
  inline SmallSolution<R> solve(const SmallSystem<R>& s) {                                         \
    const int no = 0, two = 2;                                                                     \
    const R one = 1;                                                                               \
    int info = 0;                                                                                  \
    SmallSolution<R> found{};                                                                      \
    letter##laln2_(&no, &s.rows, &s.columns, &s.least, &one, s.a, &s.stride, &one, &one, s.b,      \
                   &two, &s.re, &s.im, found.x, &two, &found.scale, &found.norm, &info);           \
    return found;                                                                                  \
  }
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS

// Numbers below this value are negligible, because the norm of a matrix is near 1.
template <typename R>
inline constexpr R kNothing = std::numeric_limits<R>::epsilon() * std::numeric_limits<R>::epsilon();

// Brings a balanced matrix to Schur form. Rows and columns outside of the range must be triangular
// already. Returns false if the steps do not converge.
template <typename R> bool makeSchur(const SmallSchur<R>& schur, Range range);

} // namespace lz::linalg
