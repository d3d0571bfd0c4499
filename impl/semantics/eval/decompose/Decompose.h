// The decompositions that iterate, by the simplest methods that converge: Jacobi's for Hermitian
// matrices and singular values, QR steps on a Hessenberg matrix for all others. Only the
// interpreter uses them; compiled programs call other code. Numbers must be finite. There is no
// result if an iteration does not end, or the run is cancelled.
#pragma once

#include "semantics/eval/decompose/Dense.h"

#include <optional>

namespace lz::decompose {

// a = vectors diag(values) vectors^H, values ascending.
struct Eigh {
  std::vector<Real> values;
  Dense<Complex> vectors;
};
std::optional<Eigh> eigh(Dense<Complex> a);

// a = u diag(values) v^H, values descending, with as many columns in u and v as there are values.
struct Svd {
  Dense<Complex> u;
  std::vector<Real> values;
  Dense<Complex> v;
};
std::optional<Svd> svd(const Dense<Complex>& a);
// Adds columns to orthonormal ones, so that the matrix is square and unitary.
Dense<Complex> completed(const Dense<Complex>& columns);

// a = q t q^H. A complex t is an upper triangle. A real one has blocks of two rows on its diagonal
// for pairs of complex eigenvalues: [a, b; c, a] with b c < 0, whose eigenvalues are a +- i
// sqrt(-b c).
template <typename T> struct Schur {
  Dense<T> t, q;
};
template <typename T> std::optional<Schur<T>> schur(Dense<T> a);
template <typename T> std::vector<Complex> eigenvaluesOf(const Dense<T>& t);

// Eigenvectors of a = q t q^H, as columns that belong to eigenvaluesOf(t): a r = r diag(w), and l^H
// a = diag(w) l^H. They have norm 1 and a largest element that is real. Those of real eigenvalues
// of a real matrix are real.
template <typename T> Dense<Complex> rightVectors(const Schur<T>& schur);
template <typename T> Dense<Complex> leftVectors(const Schur<T>& schur);

} // namespace lz::decompose
