// BLAS level 1. Contiguous numbers are processed in registers of the CPU class. Numbers with a
// stride are processed one at a time.
#include "linalg/blas/Columns.h"
#include "linalg/blas/Fortran.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lz::linalg {
namespace {

using contraction::runForClass;

MachineClass cpuOfScope() {
  return BlasScope::current().machine().cpu;
}

template <typename Body> struct ForEach {
  int64_t count;
  Body body;

  template <int> LZ_INLINE void run() const {
    for (int64_t i = 0; i < count; ++i)
      body(i);
  }
};

// Multiplies x by a factor, which may be a real number.
template <typename E, typename F> void scal(int64_t n, F factor, E* x, int incx) {
  if (incx != 1) {
    for (int64_t i = 0; i < n; ++i)
      if constexpr (std::is_same_v<E, F>)
        x[i * incx] = times(factor, x[i * incx]);
      else
        x[i * incx] = E{factor * x[i * incx].re, factor * x[i * incx].im};
    return;
  }
  if constexpr (kIsComplex<F>) {
    auto body = [=](int64_t i) __attribute__((always_inline)) { x[i] = times(factor, x[i]); };
    runForClass(cpuOfScope(), ForEach<decltype(body)>{n, body});
  } else {
    auto* reals = reinterpret_cast<RealOf<E>*>(x);
    auto body = [=](int64_t i) __attribute__((always_inline)) { reals[i] *= factor; };
    runForClass(cpuOfScope(), ForEach<decltype(body)>{n * kParts<E>, body});
  }
}

template <typename E> struct AddVector {
  int64_t n;
  E factor;
  const E* x;
  E* y;

  template <int kBytes> LZ_INLINE void run() const {
    const E* columns[] = {x};
    const E factors[] = {factor};
    addColumns<kBytes>(n, columns, factors, y);
  }
};
template <typename E> void axpy(int64_t n, E alpha, const E* x, int incx, E* y, int incy) {
  if (n <= 0 || isZero(alpha))
    return;
  if (incx == 1 && incy == 1)
    return runForClass(cpuOfScope(), AddVector<E>{n, alpha, x, y});
  const Strided<const E> from(x, n, incx);
  const Strided<E> to(y, n, incy);
  for (int64_t i = 0; i < n; ++i)
    to[i] = plus(to[i], times(alpha, from[i]));
}

template <typename E> struct MultiplyVectors {
  int64_t n;
  const E *x, *y;
  bool isConjugate;
  E* sum;

  template <int kBytes> LZ_INLINE void run() const {
    const E* columns[] = {x};
    E sums[1];
    multiplyColumns<kBytes>(n, columns, y, isConjugate, sums);
    *sum = sums[0];
  }
};
template <typename E>
E dot(int64_t n, const E* x, int incx, const E* y, int incy, bool isConjugate) {
  E sum{};
  if (n <= 0)
    return sum;
  if (incx == 1 && incy == 1) {
    runForClass(cpuOfScope(), MultiplyVectors<E>{n, x, y, isConjugate, &sum});
    return sum;
  }
  const Strided<const E> left(x, n, incx), right(y, n, incy);
  for (int64_t i = 0; i < n; ++i)
    sum = plus(sum, times(isConjugate ? conjugate(left[i]) : left[i], right[i]));
  return sum;
}

template <typename E> void copy(int64_t n, const E* x, int incx, E* y, int incy) {
  const Strided<const E> from(x, n, incx);
  const Strided<E> to(y, n, incy);
  for (int64_t i = 0; i < n; ++i)
    to[i] = from[i];
}

template <typename E> void swapVectors(int64_t n, E* x, int incx, E* y, int incy) {
  const Strided<E> left(x, n, incx), right(y, n, incy);
  for (int64_t i = 0; i < n; ++i)
    std::swap(left[i], right[i]);
}

// Replaces (x, y) by (c x + s y, c y - s x), for real c and s.
template <typename R> LZ_INLINE void turnPair(R& x, R& y, R c, R s) {
  const R turned = c * x + s * y;
  y = c * y - s * x;
  x = turned;
}
template <typename E>
void rot(int64_t n, E* x, int incx, E* y, int incy, RealOf<E> c, RealOf<E> s) {
  using R = RealOf<E>;
  const Strided<E> left(x, n, incx), right(y, n, incy);
  if (incx != 1 || incy != 1) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t part = 0; part < kParts<E>; ++part)
        turnPair(reinterpret_cast<R*>(&left[i])[part], reinterpret_cast<R*>(&right[i])[part], c, s);
    return;
  }
  R* __restrict first = reinterpret_cast<R*>(x), * __restrict second = reinterpret_cast<R*>(y);
  auto body = [=](int64_t i)
                  __attribute__((always_inline)) { turnPair(first[i], second[i], c, s); };
  runForClass(cpuOfScope(), ForEach<decltype(body)>{n * kParts<E>, body});
}

template <typename E> RealOf<E> sizeOf(E x) {
  if constexpr (kIsComplex<E>)
    return std::abs(x.re) + std::abs(x.im);
  else
    return std::abs(x);
}

// Returns the norm of numbers that can be NaN, or whose squares are too small or too large for
// their type.
template <typename R, typename Part> R scaledNorm(int64_t count, Part part) {
  R most = 0, sum = 0;
  for (int64_t i = 0; i < count; ++i)
    if (const R size = std::abs(part(i)); !(size <= most))
      most = size;
  if (!(most > 0) || std::isinf(most))
    return most;
  for (int64_t i = 0; i < count; ++i) {
    const R x = part(i) / most;
    sum += x * x;
  }
  return most * std::sqrt(sum);
}

template <typename E> RealOf<E> nrm2(int64_t n, const E* x, int incx) {
  using R = RealOf<E>;
  using Limits = std::numeric_limits<R>;
  if (n <= 0)
    return 0;
  const Strided<const E> vector(x, n, incx);
  auto part = [&](int64_t i) {
    return reinterpret_cast<const R*>(&vector[i / kParts<E>])[i % kParts<E>];
  };
  const int64_t count = n * kParts<E>;
  R sum = 0;
  if (incx == 1) {
    const R* parts = reinterpret_cast<const R*>(x);
    runForClass(cpuOfScope(), MultiplyVectors<R>{count, parts, parts, false, &sum});
  } else {
    for (int64_t i = 0; i < count; ++i)
      sum += part(i) * part(i);
  }
  // If the sum is larger than this, squares that were rounded to denormal numbers or to zero do not
  // change the sum.
  constexpr R kLeast = Limits::min() / (Limits::epsilon() * Limits::epsilon());
  if (sum > kLeast && sum <= Limits::max())
    return std::sqrt(sum);
  return scaledNorm<R>(count, part);
}

template <typename E> RealOf<E> asum(int64_t n, const E* x, int incx) {
  RealOf<E> sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += sizeOf(x[i * incx]);
  return sum;
}

// Returns the index of the largest element, counted from 1. If several are equal, returns the
// first.
template <typename E> int iamax(int64_t n, const E* x, int incx) {
  if (n <= 0 || incx <= 0)
    return 0;
  int64_t at = 0;
  RealOf<E> most = sizeOf(x[0]);
  for (int64_t i = 1; i < n; ++i)
    if (const RealOf<E> size = sizeOf(x[i * incx]); size > most)
      most = size, at = i;
  return int(at) + 1;
}

} // namespace
} // namespace lz::linalg

extern "C" {
#define LZ_LEVEL1(letter, E)                                                                       \
  void letter##axpy_(const int* n, const E* alpha, const E* x, const int* incx, E* y,              \
                     const int* incy) {                                                            \
    lz::linalg::axpy<E>(*n, *alpha, x, *incx, y, *incy);                                           \
  }                                                                                                \
  void letter##copy_(const int* n, const E* x, const int* incx, E* y, const int* incy) {           \
    lz::linalg::copy<E>(*n, x, *incx, y, *incy);                                                   \
  }                                                                                                \
  void letter##scal_(const int* n, const E* alpha, E* x, const int* incx) {                        \
    lz::linalg::scal<E>(*n, *alpha, x, *incx);                                                     \
  }                                                                                                \
  void letter##swap_(const int* n, E* x, const int* incx, E* y, const int* incy) {                 \
    lz::linalg::swapVectors<E>(*n, x, *incx, y, *incy);                                            \
  }                                                                                                \
  int i##letter##amax_(const int* n, const E* x, const int* incx) {                                \
    return lz::linalg::iamax<E>(*n, x, *incx);                                                     \
  }
LZ_BLAS_ALL(LZ_LEVEL1)

#define LZ_DOT(name, R)                                                                            \
  R name##_(const int* n, const R* x, const int* incx, const R* y, const int* incy) {              \
    return lz::linalg::dot<R>(*n, x, *incx, y, *incy, false);                                      \
  }
LZ_DOT(sdot, float)
LZ_DOT(ddot, double)

#define LZ_COMPLEX_DOT(name, R, isConjugate)                                                       \
  _Complex R name##_(const int* n, const lz::Complex<R>* x, const int* incx,                       \
                     const lz::Complex<R>* y, const int* incy) {                                   \
    const auto sum = lz::linalg::dot<lz::Complex<R>>(*n, x, *incx, y, *incy, isConjugate);         \
    return std::bit_cast<_Complex R>(sum);                                                         \
  }
LZ_COMPLEX_DOT(cdotu, float, false)
LZ_COMPLEX_DOT(zdotu, double, false)
LZ_COMPLEX_DOT(cdotc, float, true)
LZ_COMPLEX_DOT(zdotc, double, true)

#define LZ_NORMS(norm, sum, E)                                                                     \
  lz::linalg::RealOf<E> norm##_(const int* n, const E* x, const int* incx) {                       \
    return lz::linalg::nrm2<E>(*n, x, *incx);                                                      \
  }                                                                                                \
  lz::linalg::RealOf<E> sum##_(const int* n, const E* x, const int* incx) {                        \
    return lz::linalg::asum<E>(*n, x, *incx);                                                      \
  }
LZ_NORMS(snrm2, sasum, float)
LZ_NORMS(dnrm2, dasum, double)
LZ_NORMS(scnrm2, scasum, lz::Complex<float>)
LZ_NORMS(dznrm2, dzasum, lz::Complex<double>)

#define LZ_ROT(name, E)                                                                            \
  void name##_(const int* n, E* x, const int* incx, E* y, const int* incy,                         \
               const lz::linalg::RealOf<E>* c, const lz::linalg::RealOf<E>* s) {                   \
    lz::linalg::rot<E>(*n, x, *incx, y, *incy, *c, *s);                                            \
  }
LZ_ROT(srot, float)
LZ_ROT(drot, double)
LZ_ROT(csrot, lz::Complex<float>)
LZ_ROT(zdrot, lz::Complex<double>)

#define LZ_REAL_SCAL(name, E)                                                                      \
  void name##_(const int* n, const lz::linalg::RealOf<E>* alpha, E* x, const int* incx) {          \
    lz::linalg::scal<E>(*n, *alpha, x, *incx);                                                     \
  }
LZ_REAL_SCAL(csscal, lz::Complex<float>)
LZ_REAL_SCAL(zdscal, lz::Complex<double>)
}
