// Eigenvectors of small real matrices, from their Schur forms.
#include "contraction/run/vector/ForClass.h"
#include "linalg/lapack/SmallSteps.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lz::linalg {
namespace {

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

  // Computes rows [0, k] of vector k of the Schur form. For a pair of eigenvalues, computes rows
  // [0, k + 1]. The work array gets the real parts, then the imaginary parts.
  LZ_INLINE void solveForm(int k, bool isPair) const {
    R *re = s.work, *im = s.work + s.n;
    const int parts = isPair ? 2 : 1;
    if (isPair) {
      // The last two rows of the vector are a multiple of (t(k, k + 1), -i im) or (im, -i t(k + 1,
      // k)). Of these two forms, the code uses the one with the larger element of t.
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
  // Scales a large solution to norm 1. The numbers of the Schur form are near 1, or below n. So
  // their products with the scaled solution do not overflow.
  LZ_INLINE void keepSmall(SmallSolution<R>& found) const {
    constexpr R kLarge = sizeof(R) == 4 ? R(1e15) : R(1e150);
    if (found.norm <= kLarge)
      return;
    const R factor = 1 / found.norm;
    for (R& x : found.x)
      x *= factor;
    found.scale *= factor;
  }

  // Computes column k, and for a pair also column k + 1, as z times the solution. The largest
  // number of these columns becomes 1.
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

// Scales a vector to norm 1, so that its largest number is real. The vector is one column. For a
// pair, it is two columns, with the real and the imaginary parts.
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
  const R size = std::sqrt(square(largest)), c = re[largest] / size * factor,
          s = im[largest] / size * factor;
  for (int i = 0; i < n; ++i) {
    const R turned = c * re[i] + s * im[i];
    im[i] = c * im[i] - s * re[i];
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
// Prepares for left eigenvectors, which are the right eigenvectors of the transposed form. With
// rows and columns in reverse order, the transposed form is a Schur form again, and z with its
// columns in reverse order belongs to it. The values are reversed too, except that the two values
// of a pair keep their order.
template <typename R> void turnToLeft(const SmallSchur<R>& s) {
  const int n = s.n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n - 1; ++j)
      std::swap(s.a[i + j * n], s.a[(n - 1 - j) + (n - 1 - i) * n]);
  for (int j = 0; j < n / 2; ++j)
    std::swap_ranges(s.z + j * n, s.z + (j + 1) * n, s.z + (n - 1 - j) * n);
  turnValues(s);
}
// Puts columns and values back in their original order. A left vector for a value is the conjugate
// of the right vector of the transposed form for that value, so the imaginary parts of vectors
// change their sign.
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

} // namespace

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

#define LZ_VECTORS(letter, R) template int smallEigenvectors(const SmallSchur<R>&, R*, R*);
LZ_LAPACK_REAL(LZ_VECTORS)
#undef LZ_VECTORS

} // namespace lz::linalg
