// Applies sequences of rotations (lasr). LAPACK's own loops process one number at a time. With
// these loops, rotations take a third of the time that the eigenvectors of a small symmetric matrix
// take.
#include "linalg/blas/Columns.h"
#include "linalg/blas/Fortran.h"

namespace lz::linalg {
namespace {

using contraction::runForClass;

// Applies rotation j to lines j and j + 1 of count + 1 lines of real numbers. Lines are the rows or
// the columns of a matrix. j ascends or descends. A line stays in a register between two rotations.
template <typename R> struct Turns {
  int64_t count;
  const R *c, *s;
  bool ascends;

  // Rotates kChains vectors of each line. The rotations of these vectors do not wait for each
  // other. at(j, chain) is such a vector of line j.
  template <typename V, int kChains, typename At> LZ_INLINE void turn(At at) const {
    V last[kChains];
    for (int chain = 0; chain < kChains; ++chain)
      last[chain] = at(ascends ? 0 : count, chain);
    for (int64_t step = 0; step < count; ++step) {
      const int64_t j = ascends ? step : count - 1 - step;
      const R same = c[j], other = ascends ? s[j] : -s[j];
      for (int chain = 0; chain < kChains; ++chain) {
        const V next = at(ascends ? j + 1 : j, chain);
        at(ascends ? j : j + 1, chain) = next * other + last[chain] * same;
        last[chain] = next * same - last[chain] * other;
      }
    }
    for (int chain = 0; chain < kChains; ++chain)
      at(ascends ? count : 0, chain) = last[chain];
  }
};

// Rotates columns.
template <typename R> struct TurnColumns : Turns<R> {
  int64_t rows;
  R* a;
  int64_t stride;

  template <int kBytes> LZ_INLINE void run() const { turnRows<kBytes, 4>(0); }

  template <int kBytes, int kChains> LZ_INLINE void turnRows(int64_t row) const {
    using Vectors = VectorOf<R, kBytes>;
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(R));
    for (; row + kChains * kLanes <= rows; row += kChains * kLanes)
      this->template turn<typename Vectors::Type, kChains>(
          [&](int64_t j, int chain) __attribute__((always_inline)) -> auto& {
            return Vectors::at(a + row + chain * kLanes + j * stride);
          });
    if constexpr (kChains > 1)
      turnRows<kBytes, 1>(row);
    else if constexpr (kBytes > kShortest)
      turnRows<kBytes / 2, 1>(row);
    else
      for (; row < rows; ++row)
        this->template turn<R, 1>([&](int64_t j, int) __attribute__((always_inline)) -> R& {
          return a[row + j * stride];
        });
  }
};

// Rotates rows, kChains numbers of each row at a time. The numbers of a row are not adjacent.
template <typename R> struct TurnRows : Turns<R> {
  int64_t parts, columns; // real numbers per element; columns of the matrix
  R* a;
  int64_t stride;

  template <int> LZ_INLINE void run() const {
    constexpr int kChains = 4;
    int64_t i = 0;
    for (; i + kChains <= parts * columns; i += kChains)
      turnSome<kChains>(i);
    for (; i < parts * columns; ++i)
      turnSome<1>(i);
  }

  template <int kChains> LZ_INLINE void turnSome(int64_t i) const {
    R* first[kChains];
    for (int64_t chain = 0; chain < kChains; ++chain)
      first[chain] = a + (i + chain) % parts + (i + chain) / parts * stride;
    this->template turn<R, kChains>([&](int64_t j, int chain) __attribute__((always_inline)) -> R& {
      return first[chain][j * parts];
    });
  }
};

// Computes a = p a, or a = a p^T if the rotations are on the right. p is the product of the
// rotations.
template <typename E>
void lasr(const char* side, const char* pivot, const char* direction, int64_t m, int64_t n,
          const RealOf<E>* c, const RealOf<E>* s, E* a, int64_t lda) {
  using R = RealOf<E>;
  BlasScope& scope = BlasScope::current();
  // The routines of LAPACK that Lazuli calls rotate only adjacent lines.
  if (!isLetter(pivot, 'V'))
    return scope.refuse("LASR", 2);
  const bool isLeft = isLetter(side, 'L');
  const int64_t lines = isLeft ? m : n, stride = lda * kParts<E>;
  if (m <= 0 || n <= 0 || lines == 1)
    return;
  const Turns<R> turns{lines - 1, c, s, isLetter(direction, 'F')};
  R* numbers = reinterpret_cast<R*>(a);
  if (isLeft)
    runForClass(scope.machine().cpu, TurnRows<R>{turns, kParts<E>, n, numbers, stride});
  else
    runForClass(scope.machine().cpu, TurnColumns<R>{turns, m * kParts<E>, numbers, stride});
}

} // namespace
} // namespace lz::linalg

extern "C" {
#define LZ_LASR(letter, E)                                                                         \
  void letter##lasr_(const char* side, const char* pivot, const char* direction, const int* m,     \
                     const int* n, const lz::linalg::RealOf<E>* c, const lz::linalg::RealOf<E>* s, \
                     E* a, const int* lda) {                                                       \
    lz::linalg::lasr<E>(side, pivot, direction, *m, *n, c, s, a, *lda);                            \
  }
LZ_BLAS_ALL(LZ_LASR)
}
