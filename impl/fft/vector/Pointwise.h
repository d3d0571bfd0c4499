// Loops over contiguous complex numbers (as pairs): the parts around the transforms of Bluestein
// and of real numbers. Arrays must be different or the same.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::fft {

// out = in * factors; the imaginary parts are multiplied by inSign before, and results by the
// scales after.
template <typename T> struct Product {
  const T* in;
  const T* factors;
  T* out;
  T inSign = 1, reScale = 1, imScale = 1;
};
template <typename T> void multiply(MachineClass cpu, int64_t n, const Product<T>& product);

// Makes numbers 0 .. h of the transform of x from the transform z of h numbers x[2i] + i x[2i + 1],
// in place: for each k in [begin, end) it makes numbers k and h - k. The loop over all is that of
// [0, h / 2 + 1). roots[k] = e^(-2 pi i k / 2h) for k <= h / 2.
template <typename T>
void realFromHalf(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end, T* z);
// The opposite, without the factor 1 / 2: z's inverse transform, unscaled, is 2h times x. It
// ignores the imaginary parts of x[0] and x[h].
template <typename T>
void halfFromReal(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end,
                  const T* x, T* z);

} // namespace lz::fft
