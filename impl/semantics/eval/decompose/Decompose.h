// Iterative decompositions for the interpreter, by simple methods. Hermitian matrices and singular
// values use Jacobi's method. All other decompositions use QR steps on a Hessenberg matrix. Numbers
// must be finite. A function returns no result if its iteration does not converge, or if the run is
// cancelled.
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

// a = u diag(values) v^H, with descending values. u and v have one column per value.
struct Svd {
  Dense<Complex> u;
  std::vector<Real> values;
  Dense<Complex> v;
};
std::optional<Svd> svd(const Dense<Complex>& a);
// Extends orthonormal columns to a unitary matrix.
Dense<Complex> completed(const Dense<Complex>& columns);

// a = q t q^H. If t is complex, it is upper triangular. If t is real, it also has a 2 x 2 block on
// its diagonal for each pair of complex eigenvalues: the block [a, b; c, a] with b c < 0 has the
// eigenvalues a +- i sqrt(-b c).
template <typename T> struct Schur {
  Dense<T> t, q;
};
template <typename T> std::optional<Schur<T>> schur(Dense<T> a);
template <typename T> std::vector<Complex> eigenvaluesOf(const Dense<T>& t);

// These functions return the eigenvectors of a = q t q^H as columns. Let w = eigenvaluesOf(t). Then
// the right vectors r satisfy a r = r diag(w), and the left vectors l satisfy l^H a = diag(w) l^H.
// The vectors have norm 1, and the largest element of a vector is real. If a is real, the vectors
// of real eigenvalues are real.
template <typename T> Dense<Complex> rightVectors(const Schur<T>& schur);
template <typename T> Dense<Complex> leftVectors(const Schur<T>& schur);

} // namespace lz::decompose
