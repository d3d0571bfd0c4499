// BLAS level 2: products of a matrix with a vector, and updates of a matrix by products of vectors.
// Each column is read once. Threads divide large matrices among themselves.
#include "base/machine/CostTable.h"
#include "linalg/blas/Columns.h"
#include "linalg/blas/Fortran.h"

#include <cmath>

namespace lz::linalg {
namespace {

using contraction::runForClass;

// Calls fn(lo, hi) for parts of [0, size), which begin at multiples of `step`. fn reads
// `bytesOfOne` bytes for each index.
template <typename Fn> void forParts(int64_t size, double bytesOfOne, int64_t step, const Fn& fn) {
  const Machine& machine = BlasScope::current().machine();
  // Assumes that the matrix is in the third-level cache, which is true for small matrices.
  const double stepNs = bytesOfOne * double(step) / costTable(machine.cpu).bytesPerNs[2];
  if (machine.workers == 1) {
    const int64_t piece = step * std::max<int64_t>(1, int64_t(ThreadPool::kPieceNs / stepNs));
    for (int64_t lo = 0; lo < size && !isCancelled(); lo += piece)
      fn(lo, std::min(lo + piece, size));
    return;
  }
  machine.pool.parallelFor(
      ceilDiv(size, step), stepNs,
      [&](int64_t lo, int64_t hi, int) { fn(lo * step, std::min(hi * step, size)); },
      machine.workers);
}

// Calls fn<kColumns>(j) for four columns at a time, then for single columns.
template <typename Fn> LZ_INLINE void forColumns(int64_t begin, int64_t end, Fn fn) {
  int64_t j = begin;
  for (; j + 4 <= end; j += 4)
    fn(std::integral_constant<int, 4>(), j);
  for (; j < end; ++j)
    fn(std::integral_constant<int, 1>(), j);
}
template <int kColumns, typename E>
LZ_INLINE void pointTo(const E* a, int64_t stride, const E* (&columns)[kColumns]) {
  for (int c = 0; c < kColumns; ++c)
    columns[c] = a + c * stride;
}

// Computes y += alpha a x.
template <typename E> struct AddProduct {
  int64_t m, n;
  E alpha;
  const E* a;
  int64_t stride;
  const E* x;
  E* y;

  template <int kBytes> LZ_INLINE void run() const {
    forColumns(0, n, [&](auto count, int64_t j) __attribute__((always_inline)) {
      const E* columns[count()];
      E factors[count()];
      pointTo(a + j * stride, stride, columns);
      for (int c = 0; c < count(); ++c)
        factors[c] = times(alpha, x[j + c]);
      addColumns<kBytes>(m, columns, factors, y);
    });
  }
};

// Computes y += alpha a^T x, or y += alpha a^H x.
template <typename E> struct AddTransposedProduct {
  int64_t m, n;
  E alpha;
  const E* a;
  int64_t stride;
  bool isConjugate;
  const E* x;
  E* y;

  template <int kBytes> LZ_INLINE void run() const {
    forColumns(0, n, [&](auto count, int64_t j) __attribute__((always_inline)) {
      const E* columns[count()];
      E sums[count()];
      pointTo(a + j * stride, stride, columns);
      multiplyColumns<kBytes>(m, columns, x, isConjugate, sums);
      for (int c = 0; c < count(); ++c)
        y[j + c] = plus(y[j + c], times(alpha, sums[c]));
    });
  }
};

template <typename E> void scale(const Strided<E>& y, int64_t count, E beta) {
  if (!isOne(beta))
    for (int64_t i = 0; i < count; ++i)
      y[i] = isZero(beta) ? E{} : times(beta, y[i]);
}

template <typename E>
void gemv(const char* trans, int64_t m, int64_t n, E alpha, const E* a, int64_t lda, const E* x,
          int incx, E beta, E* y, int incy) {
  if (BlasScope::current().isOver())
    return;
  const bool turns = isTransposed(trans);
  const Strided<const E> from(x, turns ? m : n, incx);
  const Strided<E> to(y, turns ? n : m, incy);
  scale(to, turns ? n : m, beta);
  if (isZero(alpha) || m == 0 || n == 0)
    return;
  const E* vector = gathered(from, turns ? m : n, 0);
  E* sums = gathered(to, turns ? n : m, 1);
  const MachineClass cpu = BlasScope::current().machine().cpu;
  // With half or twice these numbers, eigh-256 and svd-256 of the bench take the same time (Zen 5).
  constexpr int64_t kColumns = 8, kRows = 64;
  if (turns)
    forParts(n, double(m) * sizeof(E), kColumns, [&](int64_t lo, int64_t hi) {
      runForClass(cpu, AddTransposedProduct<E>{m, hi - lo, alpha, a + lo * lda, lda,
                                               isLetter(trans, 'C'), vector, sums + lo});
    });
  else
    forParts(m, double(n) * sizeof(E), kRows, [&](int64_t lo, int64_t hi) {
      runForClass(cpu, AddProduct<E>{hi - lo, n, alpha, a + lo, lda, vector, sums + lo});
    });
  scatter(sums, turns ? n : m, to);
}

// Computes column j of a += x factors[j]. With kVectors = 2 there are two pairs of x and factors.
template <typename E, int kVectors> struct AddOuterProducts {
  const E* x[kVectors];
  const E* factors[kVectors];
  int64_t m, n;
  E* a;
  int64_t stride;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t j = 0; j < n; ++j) {
      E values[kVectors];
      for (int v = 0; v < kVectors; ++v)
        values[v] = factors[v][j];
      addColumns<kBytes>(m, x, values, a + j * stride);
    }
  }
};

template <typename E>
void ger(int64_t m, int64_t n, E alpha, const E* x, int incx, const E* y, int incy, E* a,
         int64_t lda) {
  if (BlasScope::current().isOver() || isZero(alpha) || m == 0 || n == 0)
    return;
  const E* left = gathered(Strided<const E>(x, m, incx), m, 0);
  const Strided<const E> right(y, n, incy);
  const MachineClass cpu = BlasScope::current().machine().cpu;
  constexpr int64_t kColumns = 8;
  forParts(n, 2 * double(m) * sizeof(E), kColumns, [&](int64_t lo, int64_t hi) {
    constexpr int64_t kMost = 64;
    E factors[kMost];
    for (int64_t j = lo; j < hi; j += kMost) {
      const int64_t count = std::min(kMost, hi - j);
      for (int64_t c = 0; c < count; ++c)
        factors[c] = times(alpha, conjugate(right[j + c]));
      runForClass(cpu, AddOuterProducts<E, 1>{{left}, {factors}, m, count, a + j * lda, lda});
    }
  });
}

// Computes one triangle of a += alpha x y^H + conj(alpha) y x^H.
template <typename E>
void syr2(const char* uplo, int64_t n, E alpha, const E* x, int incx, const E* y, int incy, E* a,
          int64_t lda) {
  if (BlasScope::current().isOver() || isZero(alpha) || n == 0)
    return;
  const E* first = gathered(Strided<const E>(x, n, incx), n, 0);
  const E* second = gathered(Strided<const E>(y, n, incy), n, 1);
  const MachineClass cpu = BlasScope::current().machine().cpu;
  const Part part = partOf(uplo);
  for (int64_t j = 0; j < n && !isCancelled(); ++j) {
    const int64_t begin = part == Part::Lower ? j : 0, count = part == Part::Lower ? n - j : j + 1;
    const E ofFirst = times(alpha, conjugate(second[j])),
            ofSecond = conjugate(times(alpha, first[j]));
    runForClass(cpu, AddOuterProducts<E, 2>{{first + begin, second + begin},
                                            {&ofFirst, &ofSecond},
                                            count,
                                            1,
                                            a + begin + j * lda,
                                            lda});
    if constexpr (kIsComplex<E>)
      a[j * (lda + 1)].im = 0;
  }
}

// Computes a part of y += alpha a x. a is a Hermitian matrix of which only one triangle is read.
// The part is the contribution of columns [begin, end) of the triangle, and of the rows that mirror
// these columns. Takes four columns at a time. The block of these columns on the diagonal is
// computed separately from the rest of the columns.
template <typename E> struct AddHermitianProduct {
  int64_t begin, end, n;
  Part part;
  E alpha;
  const E* a;
  int64_t stride;
  const E* x;
  E* y;

  template <int kBytes> LZ_INLINE void run() const {
    forColumns(begin, end, [&](auto count, int64_t j) __attribute__((always_inline)) {
      const E* columns[count()];
      E factors[count()], sums[count()];
      const bool isLower = part == Part::Lower;
      const int64_t first = isLower ? j + count() : 0, rows = isLower ? n - first : j;
      pointTo(a + first + j * stride, stride, columns);
      for (int c = 0; c < count(); ++c)
        factors[c] = times(alpha, x[j + c]);
      addAndMultiplyColumns<kBytes>(rows, columns, factors, y + first, x + first, sums);
      for (int c = 0; c < count(); ++c)
        y[j + c] = plus(y[j + c], times(alpha, plus(sums[c], diagonalSum(j, count(), c))));
    });
  }

  // Returns the contribution of the diagonal block to row j + c.
  LZ_INLINE E diagonalSum(int64_t j, int count, int c) const {
    E sum{};
    for (int k = 0; k < count; ++k) {
      const bool isThere = part == Part::Lower ? k <= c : k >= c;
      const int64_t row = j + (isThere ? c : k), column = j + (isThere ? k : c);
      E value = a[row + column * stride];
      if (k == c)
        value = E{realPart(value)};
      sum = plus(sum, times(isThere ? value : conjugate(value), x[j + k]));
    }
    return sum;
  }
};

// Returns where part `index` of `count` begins. All parts have about equally many numbers of the
// triangle.
int64_t partBegin(int64_t n, Part part, int64_t index, int64_t count) {
  if (index == count)
    return n;
  const double share = double(index) / double(count),
               columns =
                   double(n) * (part == Part::Upper ? std::sqrt(share) : 1 - std::sqrt(1 - share));
  return int64_t(columns) / 4 * 4;
}

// Computes the product in parts, each with its own sum. The number of parts depends only on n, so
// that results have the same bits for any number of threads.
template <typename E>
void addHermitianProduct(int64_t n, Part part, E alpha, const E* a, int64_t lda, const E* x, E* y) {
  const BlasScope& scope = BlasScope::current();
  const MachineClass cpu = scope.machine().cpu;
  const int64_t parts = n < 256 ? 1 : n < 1024 ? kMostSums / 2 : kMostSums;
  if (parts == 1)
    return runForClass(cpu, AddHermitianProduct<E>{0, n, n, part, alpha, a, lda, x, y});
  auto sumOf = [&](int64_t index) { return vectorOf<E>(scope, kOperands + index); };
  forParts(parts, double(n * n) / double(2 * parts) * sizeof(E), 1, [&](int64_t lo, int64_t hi) {
    for (int64_t i = lo; i < hi; ++i) {
      std::fill_n(sumOf(i), n, E{});
      runForClass(cpu, AddHermitianProduct<E>{partBegin(n, part, i, parts),
                                              partBegin(n, part, i + 1, parts), n, part, alpha, a,
                                              lda, x, sumOf(i)});
    }
  });
  for (int64_t i = 0; i < parts; ++i)
    for (int64_t j = 0; j < n; ++j)
      y[j] = plus(y[j], sumOf(i)[j]);
}

template <typename E>
void symv(const char* uplo, int64_t n, E alpha, const E* a, int64_t lda, const E* x, int incx,
          E beta, E* y, int incy) {
  if (BlasScope::current().isOver())
    return;
  const Strided<E> to(y, n, incy);
  scale(to, n, beta);
  if (isZero(alpha) || n == 0)
    return;
  const E* vector = gathered(Strided<const E>(x, n, incx), n, 0);
  E* sums = gathered(to, n, 1);
  addHermitianProduct(n, partOf(uplo), alpha, a, lda, vector, sums);
  scatter(sums, n, to);
}

} // namespace
} // namespace lz::linalg

extern "C" {
#define LZ_GEMV(letter, E)                                                                         \
  void letter##gemv_(const char* trans, const int* m, const int* n, const E* alpha, const E* a,    \
                     const int* lda, const E* x, const int* incx, const E* beta, E* y,             \
                     const int* incy) {                                                            \
    lz::linalg::gemv<E>(trans, *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                \
  }
LZ_BLAS_ALL(LZ_GEMV)

#define LZ_GER(letter, name, E)                                                                    \
  void letter##name##_(const int* m, const int* n, const E* alpha, const E* x, const int* incx,    \
                       const E* y, const int* incy, E* a, const int* lda) {                        \
    lz::linalg::ger<E>(*m, *n, *alpha, x, *incx, y, *incy, a, *lda);                               \
  }
#define LZ_GER_REAL(letter, E) LZ_GER(letter, ger, E)
#define LZ_GER_COMPLEX(letter, E) LZ_GER(letter, gerc, E)
LZ_BLAS_REAL(LZ_GER_REAL)
LZ_BLAS_COMPLEX(LZ_GER_COMPLEX)

#define LZ_SYR2(letter, name, E)                                                                   \
  void letter##name##_(const char* uplo, const int* n, const E* alpha, const E* x,                 \
                       const int* incx, const E* y, const int* incy, E* a, const int* lda) {       \
    lz::linalg::syr2<E>(uplo, *n, *alpha, x, *incx, y, *incy, a, *lda);                            \
  }
#define LZ_SYR2_REAL(letter, E) LZ_SYR2(letter, syr2, E)
#define LZ_SYR2_COMPLEX(letter, E) LZ_SYR2(letter, her2, E)
LZ_BLAS_REAL(LZ_SYR2_REAL)
LZ_BLAS_COMPLEX(LZ_SYR2_COMPLEX)

#define LZ_SYMV(letter, name, E)                                                                   \
  void letter##name##_(const char* uplo, const int* n, const E* alpha, const E* a, const int* lda, \
                       const E* x, const int* incx, const E* beta, E* y, const int* incy) {        \
    lz::linalg::symv<E>(uplo, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                     \
  }
#define LZ_SYMV_REAL(letter, E) LZ_SYMV(letter, symv, E)
#define LZ_SYMV_COMPLEX(letter, E) LZ_SYMV(letter, hemv, E)
LZ_BLAS_REAL(LZ_SYMV_REAL)
LZ_BLAS_COMPLEX(LZ_SYMV_COMPLEX)
}
