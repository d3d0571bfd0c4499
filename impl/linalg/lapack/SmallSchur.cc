#include "linalg/lapack/SmallSchur.h"

#include "contraction/run/vector/ForClass.h"
#include "linalg/blas/Blas.h"
#include "linalg/lapack/Tensors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lz::linalg {
namespace {

extern "C" {
// Turns a block of 2 x 2 into a triangular one, or one with the same number twice on its diagonal;
// and solves systems of one or two rows, which it scales where numbers would be too large.
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##gebal_(const char* job, const int* n, R* a, const int* lda, int* low, int* high,    \
                      R* scales, int* info, size_t);                                               \
  void letter##gebak_(const char* job, const char* side, const int* n, const int* low,             \
                      const int* high, const R* scales, const int* columns, R* v, const int* ldv,  \
                      int* info, size_t, size_t);                                                  \
  void letter##lanv2_(R* a, R* b, R* c, R* d, R* re1, R* im1, R* re2, R* im2, R* cosine, R* sine); \
  void letter##laln2_(const int* isTransposed, const int* rows, const int* columns, const R* least,   \
                      const R* factor, const R* a, const int* lda, const R* d1, const R* d2,       \
                      const R* b, const int* ldb, const R* re, const R* im, R* x, const int* ldx,  \
                      R* scale, R* norm, int* info);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
}

template <typename R> struct Values {
  R re[2], im[2];
};
template <typename R> struct Turn {
  R cosine, sine;
};
// A system (a - value) x = scale b of one or two rows; complex where the value is.
template <typename R> struct SmallSystem {
  int rows, columns; // 2 columns: real and imaginary parts
  const R* a;
  int stride;
  R least;
  const R* b; // 2 x columns
  R re, im;
};
template <typename R> struct SmallSolution {
  R x[4]; // 2 x columns
  R scale, norm;
};
// Rows and columns that are not triangular yet.
struct Range {
  int low, high;
};
#define LZ_CALLS(letter, R)                                                                        \
  Range balance(char job, int n, R* a, R* scales) {                                                \
    Range range{};                                                                                 \
    int info = 0;                                                                                  \
    letter##gebal_(&job, &n, a, &n, &range.low, &range.high, scales, &info, 1);                    \
    return {range.low - 1, range.high - 1};                                                        \
  }                                                                                                \
  void undoBalance(char job, char side, int n, Range range, const R* scales, R* vectors) {                    \
    const int low = range.low + 1, high = range.high + 1;                                          \
    int info = 0;                                                                                  \
    letter##gebak_(&job, &side, &n, &low, &high, scales, &n, vectors, &n, &info, 1, 1);              \
  }                                                                                                \
  Values<R> standardize(R& a, R& b, R& c, R& d, Turn<R>& turn) {                                   \
    Values<R> v;                                                                                   \
    letter##lanv2_(&a, &b, &c, &d, &v.re[0], &v.im[0], &v.re[1], &v.im[1], &turn.cosine,           \
                   &turn.sine);                                                                    \
    return v;                                                                                      \
  }                                                                                                \
  SmallSolution<R> solve(const SmallSystem<R>& s) {                                                \
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

// Numbers below so many times the norm of a matrix, which is near 1, are nothing.
template <typename R>
constexpr R kNothing =
    std::numeric_limits<R>::epsilon() * std::numeric_limits<R>::epsilon();

// I - tau v v^T, which makes v a multiple, beta, of the first unit vector; v[0] becomes 1.
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

  // Rows [first, first + count) of columns [lo, hi) of a matrix.
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
  // Columns [first, first + count) of rows [0, hi).
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

  // Where the block begins that ends at row `end`: below a number that is nothing beside its
  // neighbours on the diagonal.
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

  // From the last row upwards, as Francis does it.
  LZ_INLINE bool makeTriangular() const {
    constexpr int kMostSteps = 60; // for one or two eigenvalues; two to four are usual
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
    const R first = turn.cosine * x + turn.sine * y;
    y = turn.cosine * y - turn.sine * x;
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
  // The first column of (h - x)(h - y) for the shifts x and y, from the row on where it may begin
  // because the numbers above are nothing beside it.
  LZ_INLINE Start startOf(int begin, int end, int steps) const {
    constexpr R kUnit = std::numeric_limits<R>::epsilon() / 2;
    R x = h(end, end), y = h(end - 1, end - 1), product = h(end, end - 1) * h(end - 1, end);
    if (steps % 10 == 0) { // another shift, where the usual ones go round in circles
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
              here = std::abs(start.v[0]) * (std::abs(h(m - 1, m - 1)) + std::abs(value) +
                                             std::abs(h(m + 1, m + 1)));
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

template <typename R> struct VectorSteps {
  const SmallSchur<R>& s;
  R* to;

  template <int> LZ_INLINE void run() const {
    for (int k = s.n - 1; k >= 0; --k) {
      const bool isPair = s.im[k] != 0;
      if (isPair)
        --k;
      solveForm(k, isPair);
      multiply(k, isPair);
    }
  }

  LZ_INLINE const R& t(int i, int j) const { return s.a[i + j * s.n]; }

  // Rows [0, k] or, of a pair, [0, k + 1] of a vector of the form: real parts, then imaginary ones.
  LZ_INLINE void solveForm(int k, bool isPair) const {
    R *re = s.work, *im = s.work + s.n;
    const int parts = isPair ? 2 : 1;
    if (isPair) {
      // (t(k, k + 1), -i im) or (im, -i t(k + 1, k)) times a number, whichever is larger.
      const bool isUpper = std::abs(t(k, k + 1)) >= std::abs(t(k + 1, k));
      re[k] = isUpper ? 1 : -s.im[k] / t(k + 1, k);
      im[k + 1] = isUpper ? s.im[k] / t(k, k + 1) : 1;
      re[k + 1] = im[k] = 0;
    } else {
      re[k] = 1;
    }
    for (int i = 0; i < k; ++i) {
      re[i] = -re[k] * t(i, k);
      im[i] = isPair ? -im[k + 1] * t(i, k + 1) : 0;
    }
    const R sizeOfValue = std::abs(s.re[k]) + std::abs(s.im[k]),
            least = std::max(std::numeric_limits<R>::epsilon() * sizeOfValue, kNothing<R>);
    for (int row = k - 1; row >= 0; --row) {
      const bool isBlock = row > 0 && t(row, row - 1) != 0;
      const int rows = isBlock ? 2 : 1, first = row - rows + 1;
      const R b[4] = {re[first], re[row], im[first], im[row]};
      SmallSolution<R> found = solve(SmallSystem<R>{rows, parts, &t(first, first), s.n, least, b,
                                                    s.re[k], isPair ? s.im[k] : R(0)});
      keepSmall(found);
      if (found.scale != 1)
        for (int part = 0; part < parts; ++part)
          for (int i = 0; i < k + parts; ++i)
            s.work[part * s.n + i] *= found.scale;
      for (int part = 0; part < parts; ++part)
        for (int r = 0; r < rows; ++r) {
          R* x = s.work + part * s.n;
          const R value = found.x[2 * part + r];
          x[first + r] = value;
          for (int i = 0; i < first; ++i)
            x[i] -= value * t(i, first + r);
        }
      row = first;
    }
  }
  // Numbers of the form are near 1, or below n: their products with a solution are numbers, too.
  LZ_INLINE void keepSmall(SmallSolution<R>& found) const {
    constexpr R kLarge = sizeof(R) == 4 ? R(1e15) : R(1e150);
    if (found.norm <= kLarge)
      return;
    const R factor = 1 / found.norm;
    for (R& x : found.x)
      x *= factor;
    found.scale *= factor;
  }

  // Columns k, and of a pair k + 1, become z times the solution, with norm 1.
  LZ_INLINE void multiply(int k, bool isPair) const {
    const int parts = isPair ? 2 : 1;
    R* columns = to + int64_t(k) * s.n;
    R most = 0;
    for (int part = 0; part < parts; ++part) {
      R* column = columns + part * s.n;
      std::fill_n(column, s.n, R(0));
      for (int j = 0; j < k + parts; ++j) {
        const R factor = s.work[part * s.n + j];
        for (int i = 0; i < s.n; ++i)
          column[i] += factor * s.z[i + j * s.n];
      }
      for (int i = 0; i < s.n; ++i)
        most = std::max(most, std::abs(column[i]));
    }
    for (int i = 0; i < parts * s.n; ++i)
      columns[i] /= most;
  }
};

// A column, or the real and imaginary parts of one, gets norm 1 and a real largest number.
template <typename R> void makeUnit(int n, R* column, bool isPair) {
  const int count = isPair ? 2 * n : n;
  R most = 0, squares = 0;
  for (int i = 0; i < count; ++i)
    most = std::max(most, std::abs(column[i]));
  for (int i = 0; i < count; ++i) {
    column[i] /= most;
    squares += column[i] * column[i];
  }
  const R factor = 1 / std::sqrt(squares);
  if (!isPair) {
    for (int i = 0; i < n; ++i)
      column[i] *= factor;
    return;
  }
  R *re = column, *im = column + n;
  auto square = [&](int i) { return re[i] * re[i] + im[i] * im[i]; };
  int largest = 0;
  for (int i = 1; i < n; ++i)
    if (square(i) > square(largest))
      largest = i;
  const R size = std::sqrt(square(largest)), cosine = re[largest] / size * factor,
          sine = im[largest] / size * factor;
  for (int i = 0; i < n; ++i) {
    const R turned = cosine * re[i] + sine * im[i];
    im[i] = cosine * im[i] - sine * re[i];
    re[i] = turned;
  }
  im[largest] = 0;
}

template <typename R> void turnValues(const SmallSchur<R>& s) {
  std::reverse(s.re, s.re + s.n);
  std::reverse(s.im, s.im + s.n);
  for (int i = 0; i < s.n; ++i)
    s.im[i] = s.im[i] == 0 ? 0 : -s.im[i];
}
// Vectors of the transposed form on the right are those of the form on the left. With rows and
// columns from the last to the first that is a form, too, and so is z with its columns. Values come
// in that order, and those of a pair change places once more.
template <typename R> void turnToLeft(const SmallSchur<R>& s) {
  const int n = s.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n - 1; ++j)
      std::swap(s.a[i + j * n], s.a[(n - 1 - j) + (n - 1 - i) * n]);
  for (int j = 0; j < n / 2; ++j)
    std::swap_ranges(s.z + j * n, s.z + (j + 1) * n, s.z + (n - 1 - j) * n);
  turnValues(s);
}
// Columns and values from the first to the last again. A vector on the left of a value is one of the
// conjugate value of the transposed form, and its conjugate is one of the value.
template <typename R> void turnBack(const SmallSchur<R>& s, R* vectors) {
  const int n = s.n;
  for (int j = 0; j < n / 2; ++j)
    std::swap_ranges(vectors + j * n, vectors + (j + 1) * n, vectors + (n - 1 - j) * n);
  turnValues(s);
  for (int k = 0; k < n; ++k)
    if (s.im[k] != 0) {
      R *re = vectors + k * n, *im = re + n;
      std::swap_ranges(re, im, im);
      for (int i = 0; i < n; ++i)
        im[i] = -im[i];
      ++k;
    }
}

template <typename R> bool makeSchur(const SmallSchur<R>& schur, Range range) {
  bool hasEnded = false;
  contraction::runForClass(BlasScope::current().machine().cpu,
                           SchurSteps<R>{schur, range, hasEnded});
  return hasEnded;
}

} // namespace

template <typename R> int smallSchur(const SmallSchur<R>& schur) {
  R* scales = schur.work + 2 * schur.n;
  const Range range = balance('P', schur.n, schur.a, scales);
  if (!makeSchur(schur, range))
    return 1;
  if (schur.z)
    undoBalance('P', 'R', schur.n, range, scales, schur.z);
  return 0;
}

template <typename R> int smallEigenvectors(const SmallSchur<R>& schur, R* left, R* right) {
  R* scales = schur.work + 2 * schur.n;
  const Range range = balance('B', schur.n, schur.a, scales);
  if (!makeSchur(schur, range))
    return 1;
  auto make = [&](char side, R* to) {
    contraction::runForClass(BlasScope::current().machine().cpu, VectorSteps<R>{schur, to});
    if (side == 'L')
      turnBack(schur, to);
    undoBalance('B', side, schur.n, range, scales, to);
    for (int k = 0; k < schur.n; ++k) {
      const bool isPair = schur.im[k] != 0;
      makeUnit(schur.n, to + int64_t(k) * schur.n, isPair);
      k += isPair;
    }
  };
  if (right)
    make('R', right);
  if (left) {
    turnToLeft(schur);
    make('L', left);
  }
  return 0;
}

double nsOfSmallSchur(int64_t n) {
  const auto size = double(n);
  return 300 + size * size * (35 + 2.9 * size);
}
double nsOfSmallEigenvectors(int64_t n) {
  const auto size = double(n);
  return nsOfSmallSchur(n) + size * size * (25 + 0.5 * size);
}

#define LZ_SCHUR(letter, R)                                                                        \
  template int smallSchur(const SmallSchur<R>&);                                                   \
  template int smallEigenvectors(const SmallSchur<R>&, R*, R*);
LZ_LAPACK_REAL(LZ_SCHUR)

} // namespace lz::linalg
