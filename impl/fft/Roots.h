// Computes roots of unity, correct up to the final rounding. Integer arithmetic reduces the angle
// to an eighth of the circle, and the real and the imaginary part are computed in a wider type.
#pragma once

#include <complex>
#include <cstdint>

namespace lz::fft {

// Returns e^(-2 pi i k / n), for k >= 0 and 0 < n < 2^60.
template <typename T> std::complex<T> rootOfUnity(int64_t k, int64_t n);

} // namespace lz::fft
