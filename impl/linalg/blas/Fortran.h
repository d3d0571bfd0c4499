// Reads arguments as Fortran passes them. All arguments are passed by address, options are letters,
// and the stride of a vector can be negative. Only for files of linalg/blas.
#pragma once

#include "linalg/blas/Product.h"

#include <algorithm>

namespace lz::linalg {

inline bool isLetter(const char* option, char letter) {
  return (*option & ~0x20) == letter;
}
inline bool isTransposed(const char* option) {
  return !isLetter(option, 'N');
}
inline Part partOf(const char* uplo) {
  return isLetter(uplo, 'L') ? Part::Lower : Part::Upper;
}

// Returns a matrix unchanged, transposed or conjugate transposed, as the option `trans` says.
template <typename E>
Factor<E> factorOf(const E* data, const int* columnStride, const char* trans) {
  if (isTransposed(trans))
    return {data, *columnStride, 1, isLetter(trans, 'C')};
  return {data, 1, *columnStride};
}

// A vector whose element i is first[i * stride].
template <typename E> struct Strided {
  E* first;
  int64_t stride;

  Strided(E* data, int64_t count, int increment)
      : first(data + (increment < 0 ? (1 - count) * int64_t(increment) : 0)), stride(increment) {}
  E& operator[](int64_t i) const { return first[i * stride]; }
};

// Returns the address at which the elements of the vector are contiguous. If they are not
// contiguous yet, copies them to operand `place`, 0 or 1, of the scope's scratch.
template <typename E> E* gathered(const Strided<E>& vector, int64_t count, int64_t place) {
  using Element = std::remove_const_t<E>;
  if (vector.stride == 1)
    return vector.first;
  auto* to = vectorOf<Element>(BlasScope::current(), place);
  for (int64_t i = 0; i < count; ++i)
    to[i] = vector[i];
  return to;
}
template <typename E> void scatter(const E* from, int64_t count, const Strided<E>& vector) {
  if (vector.stride != 1)
    for (int64_t i = 0; i < count; ++i)
      vector[i] = from[i];
}

template <typename E> E plus(E x, E y) {
  return minus(x, minus(E{}, y));
}
template <typename E> bool isZero(E x) {
  return x == E{};
}
template <typename E> bool isOne(E x) {
  return x == E{RealOf<E>(1)};
}
template <typename E> RealOf<E> realPart(E x) {
  if constexpr (kIsComplex<E>)
    return x.re;
  else
    return x;
}

} // namespace lz::linalg

// Applies DEFINE to BLAS's letter and the C++ type of each element type.
#define LZ_BLAS_ALL(DEFINE)                                                                        \
  DEFINE(s, float) DEFINE(d, double) DEFINE(c, lz::Complex<float>) DEFINE(z, lz::Complex<double>)
#define LZ_BLAS_REAL(DEFINE) DEFINE(s, float) DEFINE(d, double)
#define LZ_BLAS_COMPLEX(DEFINE) DEFINE(c, lz::Complex<float>) DEFINE(z, lz::Complex<double>)
