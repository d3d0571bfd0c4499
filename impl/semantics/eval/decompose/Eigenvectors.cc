// Computes eigenvalues of a Schur form, and its eigenvectors by substitution upwards from the
// diagonal.
#include "semantics/eval/decompose/Decompose.h"
#include "semantics/eval/decompose/Turns.h"

#include <algorithm>
#include <type_traits>

namespace lz::decompose {
namespace {

bool isBlock(const Dense<Real>& t, int64_t i) {
  return i + 1 < t.rows && t(i + 1, i) != 0;
}

Schur<Complex> triangleOf(const Schur<Complex>& schur) {
  return schur;
}
// Turns each 2 x 2 block of a real form into two complex eigenvalues on the diagonal.
Schur<Complex> triangleOf(const Schur<Real>& schur) {
  const int64_t n = schur.t.rows;
  Schur<Complex> all{{n, n}, {n, n}};
  std::copy(schur.t.numbers.begin(), schur.t.numbers.end(), all.t.numbers.begin());
  std::copy(schur.q.numbers.begin(), schur.q.numbers.end(), all.q.numbers.begin());
  const std::vector<Complex> values = eigenvaluesOf(schur.t);
  for (int64_t i = 0; i < n; ++i)
    if (isBlock(schur.t, i)) {
      const Complex imaginary(0, values[size_t(i)].imag());
      turnAxes(all.t, all.q, i, i + 1, turnTo(imaginary, all.t(i + 1, i)));
      all.t(i, i) = values[size_t(i)];
      all.t(i + 1, i) = 0;
      all.t(i + 1, i + 1) = values[size_t(i) + 1];
    }
  return all;
}

// Computes the eigenvectors of an upper triangle. If two eigenvalues differ by less than the
// roundoff, they are treated as if they differed by the roundoff. So if a matrix has fewer
// independent eigenvectors than rows, some of the computed vectors are nearly equal, as they should
// be.
Dense<Complex> vectorsOf(const Dense<Complex>& t) {
  constexpr Real kHuge = 1e100L;
  const Real least = kRoundoff * normOf(t);
  Dense<Complex> x(t.rows, t.rows);
  for (int64_t k = 0; k < t.rows; ++k) {
    x(k, k) = 1;
    for (int64_t i = k; i-- > 0;) {
      Complex sum = 0;
      for (int64_t j = i + 1; j <= k; ++j)
        sum += t(i, j) * x(j, k);
      if (sum == Complex(0))
        continue;
      const Complex apart = t(k, k) - t(i, i);
      x(i, k) = sum / (std::abs(apart) < least ? Complex(least) : apart);
      if (const Real size = std::abs(x(i, k)); size > kHuge)
        for (int64_t j = i; j <= k; ++j)
          x(j, k) /= size;
    }
  }
  return x;
}

// Scales each vector so that its norm is 1 and its largest number is real.
void normalize(Dense<Complex>& vectors) {
  for (int64_t j = 0; j < vectors.columns; ++j) {
    Real squares = 0;
    Complex largest = 0;
    bool isReal = true;
    for (int64_t i = 0; i < vectors.rows; ++i) {
      squares += std::norm(vectors(i, j));
      isReal &= vectors(i, j).imag() == 0;
      if (std::norm(vectors(i, j)) > std::norm(largest))
        largest = vectors(i, j);
    }
    const Complex factor =
        (isReal ? 1 : std::conj(largest) / std::abs(largest)) / std::sqrt(squares);
    for (int64_t i = 0; i < vectors.rows; ++i) {
      const bool isLargest = vectors(i, j) == largest;
      vectors(i, j) *= factor;
      if (isLargest)
        vectors(i, j).imag(0);
    }
  }
}

// Computes q x for the vectors x of a triangle. If the matrix is real, vectors of real eigenvalues
// are real, and the two vectors of a pair of eigenvalues are conjugates.
template <typename T>
Dense<Complex> vectorsIn(const Schur<Complex>& triangle, const Dense<Complex>& x) {
  Dense<Complex> vectors = product(triangle.q, x);
  for (int64_t j = 0; std::is_same_v<T, Real> && j < vectors.columns; ++j) {
    const Real imaginary = triangle.t(j, j).imag();
    for (int64_t i = 0; i < vectors.rows; ++i)
      if (imaginary == 0)
        vectors(i, j).imag(0);
      else
        vectors(i, j) = imaginary > 0 ? vectors(i, j) : std::conj(vectors(i, j - 1));
  }
  normalize(vectors);
  return vectors;
}

} // namespace

template <typename T> std::vector<Complex> eigenvaluesOf(const Dense<T>& t) {
  std::vector<Complex> values;
  for (int64_t i = 0; i < t.rows; ++i)
    values.push_back(t(i, i));
  if constexpr (std::is_same_v<T, Real>)
    for (int64_t i = 0; i < t.rows; ++i)
      if (isBlock(t, i)) {
        const Real imaginary = std::sqrt(-t(i, i + 1) * t(i + 1, i));
        values[size_t(i)].imag(imaginary);
        values[size_t(i) + 1].imag(-imaginary);
      }
  return values;
}

template <typename T> Dense<Complex> rightVectors(const Schur<T>& schur) {
  const Schur<Complex> triangle = triangleOf(schur);
  return vectorsIn<T>(triangle, vectorsOf(triangle.t));
}

// Computes the vectors of t^H. With its rows and columns in reverse order, t^H is an upper
// triangle.
template <typename T> Dense<Complex> leftVectors(const Schur<T>& schur) {
  const Schur<Complex> triangle = triangleOf(schur);
  return vectorsIn<T>(triangle, reversed(vectorsOf(reversed(adjoint(triangle.t)))));
}

template std::vector<Complex> eigenvaluesOf(const Dense<Real>& t);
template std::vector<Complex> eigenvaluesOf(const Dense<Complex>& t);
template Dense<Complex> rightVectors(const Schur<Real>& schur);
template Dense<Complex> rightVectors(const Schur<Complex>& schur);
template Dense<Complex> leftVectors(const Schur<Real>& schur);
template Dense<Complex> leftVectors(const Schur<Complex>& schur);

} // namespace lz::decompose
