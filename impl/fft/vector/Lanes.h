// Vectors of complex numbers: one register of real parts, and one of imaginary parts. Only code
// that runForClass calls is allowed to use them.
#pragma once

#include "contraction/run/vector/ForClass.h"

#include <cstring>
#include <utility>

namespace lz::fft {

using contraction::runForClass;

template <typename T, int kBytes> struct Lanes {
  static constexpr int kCount = kBytes / int(sizeof(T));
  using Vector = T __attribute__((ext_vector_type(kCount)));
  Vector re, im;
};

template <int kCount, typename V, int... lane>
LZ_INLINE void splitPairs(const V& a, const V& b, V& re, V& im,
                          std::integer_sequence<int, lane...>) {
  re = __builtin_shufflevector(a, b, (2 * lane)...);
  im = __builtin_shufflevector(a, b, (2 * lane + 1)...);
}
template <int kCount, typename V, int... lane>
LZ_INLINE void joinPairs(const V& re, const V& im, V& a, V& b,
                         std::integer_sequence<int, lane...>) {
  a = __builtin_shufflevector(re, im, (lane / 2 + lane % 2 * kCount)...);
  b = __builtin_shufflevector(re, im, (kCount / 2 + lane / 2 + lane % 2 * kCount)...);
}
template <typename V, int... lane>
LZ_INLINE void reverse(V& v, std::integer_sequence<int, lane...>) {
  v = __builtin_shufflevector(v, v, (int(sizeof...(lane)) - 1 - lane)...);
}

// These functions load and store a block. A block has the real parts of all lanes, and then the
// imaginary parts.
template <typename T, int kBytes> LZ_INLINE void loadBlock(const T* from, Lanes<T, kBytes>& x) {
  std::memcpy(&x, from, 2 * kBytes);
}
template <typename T, int kBytes> LZ_INLINE void storeBlock(const Lanes<T, kBytes>& x, T* to) {
  std::memcpy(to, &x, 2 * kBytes);
}

// These functions load and store complex numbers that are pairs in memory: a real part and an
// imaginary part.
template <typename T, int kBytes> LZ_INLINE void loadPairs(const T* from, Lanes<T, kBytes>& x) {
  using L = Lanes<T, kBytes>;
  typename L::Vector a, b;
  std::memcpy(&a, from, kBytes);
  std::memcpy(&b, from + L::kCount, kBytes);
  splitPairs<L::kCount>(a, b, x.re, x.im, std::make_integer_sequence<int, L::kCount>());
}
template <typename T, int kBytes> LZ_INLINE void storePairs(const Lanes<T, kBytes>& x, T* to) {
  using L = Lanes<T, kBytes>;
  typename L::Vector a, b;
  joinPairs<L::kCount>(x.re, x.im, a, b, std::make_integer_sequence<int, L::kCount>());
  std::memcpy(to, &a, kBytes);
  std::memcpy(to + L::kCount, &b, kBytes);
}
template <typename T, int kBytes> LZ_INLINE void reverse(Lanes<T, kBytes>& x) {
  reverse(x.re, std::make_integer_sequence<int, Lanes<T, kBytes>::kCount>());
  reverse(x.im, std::make_integer_sequence<int, Lanes<T, kBytes>::kCount>());
}

template <typename L> LZ_INLINE L operator+(const L& a, const L& b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename L> LZ_INLINE L operator-(const L& a, const L& b) {
  return {a.re - b.re, a.im - b.im};
}
// Return a * i and a * -i.
template <typename L> LZ_INLINE L timesI(const L& a) {
  return {-a.im, a.re};
}
template <typename L> LZ_INLINE L timesMinusI(const L& a) {
  return {a.im, -a.re};
}
// Multiplies by the complex number re + im i, which can be the same or different in each lane.
template <typename L, typename W> LZ_INLINE L times(const L& a, const W& re, const W& im) {
  return {a.re * re - a.im * im, a.im * re + a.re * im};
}

} // namespace lz::fft
