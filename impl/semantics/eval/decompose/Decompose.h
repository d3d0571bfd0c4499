// Iterative decompositions by the simplest methods that converge: Jacobi's for Hermitian matrices
// and singular values, QR steps on a Hessenberg matrix for all others. Only the interpreter uses
// them; compiled programs call other code. Numbers must be finite. Functions return no result if an
// iteration does not end, or the run is cancelled.
#pragma once

#include "semantics/eval/decompose/Dense.h"

#include <optional>

namespace lz::decompose {

// a = vectors diag(values) vectors^H, with ascending values.
struct Eigh {
  std::vector<Real> values;
  Dense<Complex> vectors;
};
std::optional<Eigh> eigh(Dense<Complex> a);

// a = u diag(values) v^H, with descending values and as many columns in u and v as there are
// values.
struct Svd {
  Dense<Complex> u;
  std::vector<Real> values;
  Dense<Complex> v;
};
std::optional<Svd> svd(const Dense<Complex>& a);
// Extends orthonormal columns to a unitary matrix.
Dense<Complex> completed(const Dense<Complex>& columns);

// a = q t q^H. A complex t is upper triangular. A real t has 2 x 2 blocks on its diagonal for pairs
// of complex eigenvalues: [a, b; c, a] with b c < 0, whose eigenvalues are a +- i sqrt(-b c).
template <typename T> struct Schur {
  Dense<T> t, q;
};
template <typename T> std::optional<Schur<T>> schur(Dense<T> a);
template <typename T> std::vector<Complex> eigenvaluesOf(const Dense<T>& t);

// Return the eigenvectors of a = q t q^H as columns, in the order of eigenvaluesOf(t): a r = r
// diag(w), and l^H a = diag(w) l^H. They have norm 1, and their largest element is real. Those of
// real eigenvalues of a real matrix are real.
template <typename T> Dense<Complex> rightVectors(const Schur<T>& schur);
template <typename T> Dense<Complex> leftVectors(const Schur<T>& schur);

} // namespace lz::decompose
