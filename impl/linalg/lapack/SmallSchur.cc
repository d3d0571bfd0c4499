#include "linalg/lapack/SmallSchur.h"

#include "contraction/run/vector/ForClass.h"
#include "linalg/lapack/SmallSteps.h"

#include <algorithm>
#include <cmath>

namespace lz::linalg {
namespace {

// The reflector I - tau v v^T turns a vector into beta times the first unit vector. v[0] is 1.
template <typename R> struct SmallReflector {
  R tau, beta;
};
template <typename R> LZ_INLINE SmallReflector<R> reflectorOf(int count, R* v) {
  R most = 0;
  for (int i = 1; i < count; ++i)
    most = std::max(most, std::abs(v[i]));
  if (most == 0)
    return {0, v[0]};
  const R largest = std::max(most, std::abs(v[0])), first = v[0] / largest;
  R squares = 0;
  for (int i = 1; i < count; ++i) {
    v[i] /= largest;
    squares += v[i] * v[i];
  }
  const R norm = std::sqrt(first * first + squares), beta = first < 0 ? norm : -norm,
          inverse = 1 / (first - beta);
  v[0] = 1;
  for (int i = 1; i < count; ++i)
    v[i] *= inverse;
  return {(beta - first) / beta, beta * largest};
}

template <typename R> struct SchurSteps {
  const SmallSchur<R>& s;
  Range range;
  bool& hasEnded;

  template <int> LZ_INLINE void run() const {
    makeHessenberg();
    for (int i = 0; i < s.n; ++i)
      if (i < range.low || i > range.high)
        setValue(i, h(i, i), 0);
    hasEnded = makeTriangular();
  }

  LZ_INLINE R& h(int i, int j) const { return s.a[i + j * s.n]; }
  LZ_INLINE R& z(int i, int j) const { return s.z[i + j * s.n]; }
  LZ_INLINE void setValue(int i, R re, R im) const {
    s.re[i] = re;
    s.im[i] = im;
  }

  // Applies the reflector to rows [first, first + count) in columns [lo, hi) of a matrix.
  LZ_INLINE void reflectRows(R* matrix, int count, const R* v, R tau, int first, int lo,
                             int hi) const {
    for (int j = lo; j < hi; ++j) {
      R* x = matrix + first + j * s.n;
      R sum = 0;
      for (int i = 0; i < count; ++i)
        sum += v[i] * x[i];
      sum *= tau;
      for (int i = 0; i < count; ++i)
        x[i] -= sum * v[i];
    }
  }
  // Applies the reflector to columns [first, first + count) in rows [0, hi).
  template <typename Count>
  LZ_INLINE void reflectColumns(R* matrix, Count count, const R* v, R tau, int first,
                                int hi) const {
    R* columns = matrix + first * s.n;
    for (int i = 0; i < hi; ++i) {
      R sum = 0;
      for (int c = 0; c < count; ++c)
        sum += v[c] * columns[i + c * s.n];
      sum *= tau;
      for (int c = 0; c < count; ++c)
        columns[i + c * s.n] -= sum * v[c];
    }
  }

  LZ_INLINE void makeHessenberg() const {
    R* taus = s.work;
    for (int k = range.low; k + 2 <= range.high; ++k) {
      const int count = range.high - k;
      R* v = &h(k + 1, k);
      const SmallReflector<R> reflector = reflectorOf(count, v);
      taus[k] = reflector.tau;
      if (reflector.tau != 0) {
        reflectColumns(s.a, count, v, reflector.tau, k + 1, range.high + 1);
        reflectRows(s.a, count, v, reflector.tau, k + 1, k + 1, s.n);
      }
      s.work[s.n + k] = reflector.beta;
    }
    if (s.z)
      formReflectors();
    for (int k = range.low; k + 2 <= range.high; ++k) {
      std::fill(&h(k + 1, k), &h(k + 1, k) + (range.high - k), R(0));
      h(k + 1, k) = s.work[s.n + k];
    }
  }
  LZ_INLINE void formReflectors() const {
    for (int j = 0; j < s.n; ++j)
      for (int i = 0; i < s.n; ++i)
        z(i, j) = R(i == j);
    for (int k = range.high - 2; k >= range.low; --k)
      if (s.work[k] != 0)
        reflectRows(s.z, range.high - k, &h(k + 1, k), s.work[k], k + 1, k + 1, range.high + 1);
  }

  // Returns the first row of the block that ends at row `end`. The subdiagonal element of this row
  // is negligible compared with the two nearest diagonal elements.
  LZ_INLINE int beginOf(int end) const {
    constexpr R kUnit = std::numeric_limits<R>::epsilon();
    int row = end;
    for (; row > range.low; --row) {
      const R bound = kUnit * (std::abs(h(row - 1, row - 1)) + std::abs(h(row, row)));
      if (std::abs(h(row, row - 1)) <= std::max(bound, kNothing<R>)) {
        h(row, row - 1) = 0;
        break;
      }
    }
    return row;
  }

  // Makes the matrix triangular from the last row upwards, by Francis's double steps.
  LZ_INLINE bool makeTriangular() const {
    // The largest number of steps for one or two eigenvalues. Usually two to four suffice.
    constexpr int kMostSteps = 60;
    int end = range.high, steps = 0;
    while (end >= range.low) {
      const int begin = beginOf(end);
      if (begin == end) {
        setValue(end, h(end, end), 0);
      } else if (begin == end - 1) {
        splitPair(begin);
      } else {
        if (++steps > kMostSteps)
          return false;
        doubleStep(begin, end, steps);
        continue;
      }
      end = begin - 1;
      steps = 0;
    }
    return true;
  }

  LZ_INLINE void turnPair(R& x, R& y, const Turn<R>& turn) const {
    const R first = turn.c * x + turn.s * y;
    y = turn.c * y - turn.s * x;
    x = first;
  }
  LZ_INLINE void splitPair(int k) const {
    Turn<R> turn;
    const Values<R> values = standardize(h(k, k), h(k, k + 1), h(k + 1, k), h(k + 1, k + 1), turn);
    for (int i = 0; i < 2; ++i)
      setValue(k + i, values.re[i], values.im[i]);
    for (int j = k + 2; j < s.n; ++j)
      turnPair(h(k, j), h(k + 1, j), turn);
    for (int i = 0; i < k; ++i)
      turnPair(h(i, k), h(i, k + 1), turn);
    if (s.z)
      for (int i = 0; i < s.n; ++i)
        turnPair(z(i, k), z(i, k + 1), turn);
  }

  struct Start {
    int row;
    R v[3];
  };
  // In the first column of (h - x)(h - y), only three numbers are not zero. Returns these numbers.
  // x and y are the shifts.
  //
  // Here h does not mean the full matrix, but a block that ends at row `end`. The block begins at
  // row `begin`, or at the last row m for which h(m, m - 1) is negligible.
  LZ_INLINE Start startOf(int begin, int end, int steps) const {
    constexpr R kUnit = std::numeric_limits<R>::epsilon() / 2;
    R x = h(end, end), y = h(end - 1, end - 1), product = h(end, end - 1) * h(end - 1, end);
    if (steps % 10 == 0) { // an exceptional shift, if the usual ones do not converge
      const R size = std::abs(h(end, end - 1)) + std::abs(h(end - 1, end - 2));
      x = y = x + R(0.75) * size;
      product = R(-0.4375) * size * size;
    }
    Start start{end - 2, {}};
    for (;; --start.row) {
      const int m = start.row;
      const R value = h(m, m), right = x - value, left = y - value;
      start.v[0] = (right * left - product) / h(m + 1, m) + h(m, m + 1);
      start.v[1] = h(m + 1, m + 1) - value - right - left;
      start.v[2] = h(m + 2, m + 1);
      const R size = std::abs(start.v[0]) + std::abs(start.v[1]) + std::abs(start.v[2]);
      for (R& number : start.v)
        number /= size;
      if (m == begin)
        return start;
      const R above = std::abs(h(m, m - 1)) * (std::abs(start.v[1]) + std::abs(start.v[2])),
              here = std::abs(start.v[0]) *
                     (std::abs(h(m - 1, m - 1)) + std::abs(value) + std::abs(h(m + 1, m + 1)));
      if (above <= kUnit * here)
        return start;
    }
  }

  template <typename Count>
  LZ_INLINE void reflect(int k, Count count, const R* v, R tau, int end) const {
    reflectRows(s.a, count, v, tau, k, k, s.n);
    reflectColumns(s.a, count, v, tau, k, std::min(k + 3, end) + 1);
    if (s.z)
      reflectColumns(s.z, count, v, tau, k, s.n);
  }

  LZ_INLINE void doubleStep(int begin, int end, int steps) const {
    Start start = startOf(begin, end, steps);
    R* v = start.v;
    for (int k = start.row; k < end; ++k) {
      const int count = std::min(3, end - k + 1);
      if (k > start.row)
        std::copy_n(&h(k, k - 1), count, v);
      const SmallReflector<R> reflector = reflectorOf(count, v);
      if (reflector.tau == 0)
        continue;
      if (k > start.row) {
        h(k, k - 1) = reflector.beta;
        std::fill_n(&h(k + 1, k - 1), count - 1, R(0));
      } else if (k > begin) {
        h(k, k - 1) *= 1 - reflector.tau;
      }
      if (count == 3)
        reflect(k, std::integral_constant<int, 3>(), v, reflector.tau, end);
      else
        reflect(k, std::integral_constant<int, 2>(), v, reflector.tau, end);
    }
  }
};

} // namespace

template <typename R> bool makeSchur(const SmallSchur<R>& schur, Range range) {
  bool hasEnded = false;
  contraction::runForClass(BlasScope::current().machine().cpu,
                           SchurSteps<R>{schur, range, hasEnded});
  return hasEnded;
}

template <typename R> int smallSchur(const SmallSchur<R>& schur) {
  R* scales = schur.work + 2 * schur.n;
  const Range range = balance('P', schur.n, schur.a, scales);
  if (!makeSchur(schur, range))
    return 1;
  if (schur.z)
    undoBalance('P', 'R', schur.n, range, scales, schur.z);
  return 0;
}

#define LZ_SCHUR(letter, R)                                                                        \
  template bool makeSchur(const SmallSchur<R>&, Range);                                            \
  template int smallSchur(const SmallSchur<R>&);
LZ_LAPACK_REAL(LZ_SCHUR)
#undef LZ_SCHUR

} // namespace lz::linalg
