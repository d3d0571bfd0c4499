// Roots of unity, exact to the last rounding: the angle is brought into an eighth of the circle in
// integers, and its functions are taken in a wider type.
#pragma once

#include <complex>
#include <cstdint>

namespace lz::fft {

// e^(-2 pi i k / n), for k >= 0 and 0 < n < 2^60.
template <typename T> std::complex<T> rootOfUnity(int64_t k, int64_t n);

} // namespace lz::fft
