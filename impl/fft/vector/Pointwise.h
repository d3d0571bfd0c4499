// Loops over contiguous complex numbers. Bluestein's algorithm and transforms of real numbers use
// these loops before and after complex transforms. A complex number is a pair in memory. Arrays
// must be either identical or disjoint.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::fft {

// Computes out = in * factors. First, the imaginary parts of `in` are multiplied by `inSign`. At
// the end, the results are multiplied by the scales.
template <typename T> struct Product {
  const T* in;
  const T* factors;
  T* out;
  T inSign = 1, reScale = 1, imScale = 1;
};
template <typename T> void multiply(MachineClass cpu, int64_t n, const Product<T>& product);

// Computes the first h + 1 numbers of the transform of 2h real numbers x. At first, z is the
// transform of the h complex numbers x[2j] + i x[2j + 1]. The results replace z. For each k in
// [begin, end), numbers k and h - k are computed, so the range [0, h / 2 + 1) computes all h + 1
// numbers. roots[k] is e^(-2 pi i k / 2h) for k <= h / 2.
template <typename T>
void realFromHalf(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end, T* z);
// Computes twice the inverse of realFromHalf. So the unscaled inverse transform of the result is 2h
// times x. The imaginary parts of numbers 0 and h are ignored.
template <typename T>
void halfFromReal(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end,
                  const T* x, T* z);

} // namespace lz::fft
