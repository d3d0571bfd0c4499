// Loops over contiguous complex numbers, which are pairs in memory. They are used before and after
// the transforms of Bluestein's algorithm and of real numbers. Arrays must be either identical or
// disjoint.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::fft {

// Computes out = in * factors. Before this, the imaginary parts of `in` are multiplied by inSign.
// After this, the results are multiplied by the scales.
template <typename T> struct Product {
  const T* in;
  const T* factors;
  T* out;
  T inSign = 1, reScale = 1, imScale = 1;
};
template <typename T> void multiply(MachineClass cpu, int64_t n, const Product<T>& product);

// Computes numbers 0 .. h of the transform of x from z, in place. x has 2h real numbers, and z is
// the transform of the h complex numbers x[2j] + i x[2j + 1]. For each k in [begin, end) it
// computes numbers k and h - k, so the range [0, h / 2 + 1) computes all. roots[k] is e^(-2 pi i k
// / 2h) for k <= h / 2.
template <typename T>
void realFromHalf(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end, T* z);
// Computes the inverse of realFromHalf without the factor 1 / 2, so the unscaled inverse transform
// of the result is 2h times x. It ignores the imaginary parts of numbers 0 and h.
template <typename T>
void halfFromReal(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end,
                  const T* x, T* z);

} // namespace lz::fft
