// Computes discrete transforms of 2, 3, 4, 5, 7 and 8 values in registers, in place: x[k] = sum
// over j of x[j] e^(-2 pi i j k / n).
#pragma once

#include "fft/vector/Lanes.h"

#include <array>
#include <cmath>

namespace lz::fft {

template <typename L> LZ_INLINE void sumAndDifference(L& a, L& b) {
  L sum = a + b;
  b = a - b;
  a = sum;
}

// Transforms 4 values. Afterwards a, b, c and d hold the results 0, 2, 1 and 3.
template <typename L> LZ_INLINE void transform4(L& a, L& b, L& c, L& d) {
  sumAndDifference(a, c);
  sumAndDifference(b, d);
  d = timesMinusI(d);
  sumAndDifference(a, b);
  sumAndDifference(c, d);
}

// cos and sin of 2 pi k / n for odd n.
template <int kRadix, typename T> struct OddRoots;
template <typename T> struct OddRoots<3, T> {
  static constexpr T kCos[] = {1, T(-0.5L), T(-0.5L)};
  static constexpr T kSin[] = {0, T(0.86602540378443864676372317075293618L),
                               T(-0.86602540378443864676372317075293618L)};
};
template <typename T> struct OddRoots<5, T> {
  static constexpr T c1 = T(0.30901699437494742410229341718281906L),
                     c2 = T(-0.80901699437494742410229341718281906L),
                     s1 = T(0.95105651629515357211643933337938214L),
                     s2 = T(0.58778525229247312916870595463907277L);
  static constexpr T kCos[] = {1, c1, c2, c2, c1};
  static constexpr T kSin[] = {0, s1, s2, -s2, -s1};
};
template <typename T> struct OddRoots<7, T> {
  static constexpr T c1 = T(0.62348980185873353052500488400423981L),
                     c2 = T(-0.22252093395631440428890256449679476L),
                     c3 = T(-0.90096886790241912623610231950744505L),
                     s1 = T(0.78183148246802980870844452667405775L),
                     s2 = T(0.97492791218182360701813168299393122L),
                     s3 = T(0.43388373911755812047576833284835875L);
  static constexpr T kCos[] = {1, c1, c2, c3, c3, c2, c1};
  static constexpr T kSin[] = {0, s1, s2, s3, -s3, -s2, -s1};
};

// Transforms an odd number of values. Relies on the fact that the factors of x[j] and x[n - j] are
// complex conjugates.
template <int kRadix, typename T, typename L> LZ_INLINE void transformOdd(L* x) {
  using Roots = OddRoots<kRadix, T>;
  constexpr int kHalf = kRadix / 2;
  L sums[kHalf], differences[kHalf];
  L first = x[0];
#pragma clang loop unroll(full)
  for (int j = 1; j <= kHalf; ++j) {
    sums[j - 1] = x[j] + x[kRadix - j];
    differences[j - 1] = x[j] - x[kRadix - j];
    x[0] = x[0] + sums[j - 1];
  }
#pragma clang loop unroll(full)
  for (int k = 1; k <= kHalf; ++k) {
    L even = first, odd = {differences[0].re * Roots::kSin[k], differences[0].im * Roots::kSin[k]};
#pragma clang loop unroll(full)
    for (int j = 1; j <= kHalf; ++j) {
      even.re = sums[j - 1].re * Roots::kCos[j * k % kRadix] + even.re;
      even.im = sums[j - 1].im * Roots::kCos[j * k % kRadix] + even.im;
    }
#pragma clang loop unroll(full)
    for (int j = 2; j <= kHalf; ++j) {
      odd.re = differences[j - 1].re * Roots::kSin[j * k % kRadix] + odd.re;
      odd.im = differences[j - 1].im * Roots::kSin[j * k % kRadix] + odd.im;
    }
    x[k] = even + timesMinusI(odd);
    x[kRadix - k] = even + timesI(odd);
  }
}

template <typename T, typename L> LZ_INLINE void transform8(L* x) {
  constexpr T kRoot = T(0.70710678118654752440084436210484904L); // sqrt(1/2)
  transform4(x[0], x[2], x[4], x[6]);
  transform4(x[1], x[3], x[5], x[7]);
  // x[0], x[2], x[4], x[6] now hold results 0, 2, 1, 3 of the even values. The odd values have the
  // same order.
  L odd1 = {(x[5].re + x[5].im) * kRoot, (x[5].im - x[5].re) * kRoot};
  L odd2 = timesMinusI(x[3]);
  L odd3 = {(x[7].im - x[7].re) * kRoot, (x[7].re + x[7].im) * -kRoot};
  L even[4] = {x[0], x[4], x[2], x[6]}, odd[4] = {x[1], odd1, odd2, odd3};
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    x[k] = even[k] + odd[k];
    x[k + 4] = even[k] - odd[k];
  }
}

template <int kRadix, typename T, typename L> LZ_INLINE void transformSmall(L* x) {
  if constexpr (kRadix == 2) {
    sumAndDifference(x[0], x[1]);
  } else if constexpr (kRadix == 4) {
    transform4(x[0], x[1], x[2], x[3]);
    std::swap(x[1], x[2]);
  } else if constexpr (kRadix == 8) {
    transform8<T>(x);
  } else {
    transformOdd<kRadix, T>(x);
  }
}

} // namespace lz::fft
