#include "fft/Roots.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace lz::fft {
namespace {

template <typename T> struct Wider;
template <> struct Wider<float> {
  using Type = double;
};
template <> struct Wider<double> {
  using Type = long double;
};

} // namespace

template <typename T> std::complex<T> rootOfUnity(int64_t k, int64_t n) {
  using W = typename Wider<T>::Type;
  // Counts the angle in parts, of which a full circle has 8 n.
  int64_t part = 8 * (k % n);
  const bool isUpper = part > 4 * n; // isUpper: whether the root is above the real axis
  part = isUpper ? 8 * n - part : part;
  const bool isLeft = part > 2 * n;
  part = isLeft ? 4 * n - part : part;
  const bool isSteep = part > n;
  part = isSteep ? 2 * n - part : part;
  const W angle = std::numbers::pi_v<W> * W(part) / W(4 * n);
  W re = std::cos(angle), im = std::sin(angle);
  if (isSteep)
    std::swap(re, im);
  return {T(isLeft ? -re : re), T(isUpper ? im : -im)};
}

template std::complex<float> rootOfUnity(int64_t, int64_t);
template std::complex<double> rootOfUnity(int64_t, int64_t);

} // namespace lz::fft
