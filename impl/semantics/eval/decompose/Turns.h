// Rotations of two rows or two columns. All iterations in this folder consist of such rotations.
#pragma once

#include "semantics/eval/decompose/Dense.h"

namespace lz::decompose {

// The unitary matrix [c, -conj(s); s, conj(c)].
template <typename T> struct Turn {
  T c, s;
};

// Returns a rotation whose adjoint turns (x, y) into (r, 0).
template <typename T> Turn<T> turnTo(T x, T y) {
  const Real r = std::sqrt(std::norm(x) + std::norm(y));
  if (r == 0)
    return {1, 0};
  return {x / r, y / r};
}

// Multiplies columns p and q of a by the rotation, from the right.
template <typename T> void turnColumns(Dense<T>& a, int64_t p, int64_t q, const Turn<T>& turn) {
  for (int64_t i = 0; i < a.rows; ++i) {
    const T x = a(i, p), y = a(i, q);
    a(i, p) = x * turn.c + y * turn.s;
    a(i, q) = y * conjugate(turn.c) - x * conjugate(turn.s);
  }
}

// Multiplies rows p and q of a by the adjoint of the rotation, from the left.
template <typename T> void turnRows(Dense<T>& a, int64_t p, int64_t q, const Turn<T>& turn) {
  for (int64_t j = 0; j < a.columns; ++j) {
    const T x = a(p, j), y = a(q, j);
    a(p, j) = conjugate(turn.c) * x + conjugate(turn.s) * y;
    a(q, j) = turn.c * y - turn.s * x;
  }
}

// Rotates rows and columns p and q of a, and columns p and q of `axes`.
template <typename T>
void turnAxes(Dense<T>& a, Dense<T>& axes, int64_t p, int64_t q, const Turn<T>& turn) {
  turnRows(a, p, q, turn);
  turnColumns(a, p, q, turn);
  turnColumns(axes, p, q, turn);
}

// Returns the rotation that makes [alpha, gamma; conj(gamma), beta] diagonal. Two angles are
// possible, and the smaller one is used.
inline Turn<Complex> jacobiTurn(Real alpha, Real beta, Complex gamma) {
  const Real size = std::abs(gamma), cotangent = (beta - alpha) / (2 * size);
  const Real tangent =
      std::copysign(1 / (std::abs(cotangent) + std::sqrt(1 + cotangent * cotangent)), cotangent);
  const Real c = 1 / std::sqrt(1 + tangent * tangent);
  return {c, -c * tangent * std::conj(gamma) / size};
}

} // namespace lz::decompose
