// Rotations of two rows or two columns, which all the iterations here consist of.
#pragma once

#include "semantics/eval/decompose/Dense.h"

namespace lz::decompose {

// The unitary matrix [c, -conj(s); s, conj(c)].
template <typename T> struct Turn {
  T c, s;
};

// Its first column points along (x, y), so its adjoint turns (x, y) into (r, 0).
template <typename T> Turn<T> turnTo(T x, T y) {
  const Real r = std::sqrt(std::norm(x) + std::norm(y));
  if (r == 0)
    return {1, 0};
  return {x / r, y / r};
}

// a times the matrix, in columns p and q.
template <typename T> void turnColumns(Dense<T>& a, int64_t p, int64_t q, const Turn<T>& turn) {
  for (int64_t i = 0; i < a.rows; ++i) {
    const T x = a(i, p), y = a(i, q);
    a(i, p) = x * turn.c + y * turn.s;
    a(i, q) = y * conjugate(turn.c) - x * conjugate(turn.s);
  }
}

// The adjoint of the matrix times a, in rows p and q.
template <typename T> void turnRows(Dense<T>& a, int64_t p, int64_t q, const Turn<T>& turn) {
  for (int64_t j = 0; j < a.columns; ++j) {
    const T x = a(p, j), y = a(q, j);
    a(p, j) = conjugate(turn.c) * x + conjugate(turn.s) * y;
    a(q, j) = turn.c * y - turn.s * x;
  }
}

// a in other axes, the columns of `axes`.
template <typename T>
void turnAxes(Dense<T>& a, Dense<T>& axes, int64_t p, int64_t q, const Turn<T>& turn) {
  turnRows(a, p, q, turn);
  turnColumns(a, p, q, turn);
  turnColumns(axes, p, q, turn);
}

// The turn that makes [alpha, gamma; conj(gamma), beta] diagonal, by the smaller of its two angles.
inline Turn<Complex> jacobiTurn(Real alpha, Real beta, Complex gamma) {
  const Real size = std::abs(gamma), cotangent = (beta - alpha) / (2 * size);
  const Real tangent =
      std::copysign(1 / (std::abs(cotangent) + std::sqrt(1 + cotangent * cotangent)), cotangent);
  const Real c = 1 / std::sqrt(1 + tangent * tangent);
  return {c, -c * tangent * std::conj(gamma) / size};
}

} // namespace lz::decompose
