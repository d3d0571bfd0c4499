// Vectors of numbers of several matrices: lane l is a number of matrix l. Code with these vectors
// reads like code for one matrix. Each lane gets the same bits as if its matrix were computed
// alone.
//
//   const auto isLarger = abs(x) > most;      // a mask: true or false in each lane
//   most = select(isLarger, abs(x), most);
//
// Bodies of contraction::runForClass use and inline them. Only for files of linalg.
#pragma once

#include "contraction/run/vector/ForClass.h"

#include <cstdint>

namespace lz::linalg {

// A condition for each lane. If the condition is true, all bits of the lane are 1. Otherwise all
// bits are 0.
template <typename Bits> struct LaneMask {
  Bits bits;

  LZ_INLINE bool any() const { return __builtin_reduce_or(bits) != 0; }

  friend LZ_INLINE LaneMask operator&(LaneMask a, LaneMask b) { return {a.bits & b.bits}; }
  friend LZ_INLINE LaneMask operator|(LaneMask a, LaneMask b) { return {a.bits | b.bits}; }
  friend LZ_INLINE LaneMask operator!(LaneMask a) { return {~a.bits}; }
};

// This type may_alias its numbers, because code also reads and writes the numbers separately.
template <typename T, int kBytes> struct __attribute__((may_alias)) Lanes {
  using Number = T;
  typedef T Vector __attribute__((vector_size(kBytes)));
  using Mask = LaneMask<decltype(Vector() < Vector())>;
  static constexpr int64_t kCount = kBytes / int64_t(sizeof(T));

  Vector v;

  static LZ_INLINE Lanes all(T x) { return {Vector{} + x}; }
  // These functions load and store kCount contiguous numbers, at any address.
  static LZ_INLINE Lanes load(const T* from) { return {*reinterpret_cast<const InMemory*>(from)}; }
  LZ_INLINE void store(T* to) const { *reinterpret_cast<InMemory*>(to) = v; }

  friend LZ_INLINE Lanes operator+(Lanes a, Lanes b) { return {a.v + b.v}; }
  friend LZ_INLINE Lanes operator-(Lanes a, Lanes b) { return {a.v - b.v}; }
  friend LZ_INLINE Lanes operator*(Lanes a, Lanes b) { return {a.v * b.v}; }
  friend LZ_INLINE Lanes operator/(Lanes a, Lanes b) { return {a.v / b.v}; }
  friend LZ_INLINE Lanes operator-(Lanes a) { return {-a.v}; }
  friend LZ_INLINE Mask operator<(Lanes a, Lanes b) { return {a.v < b.v}; }
  friend LZ_INLINE Mask operator>(Lanes a, Lanes b) { return {a.v > b.v}; }
  friend LZ_INLINE Mask operator==(Lanes a, Lanes b) { return {a.v == b.v}; }

  // plusProduct() returns *this + a b, and minusProduct() returns *this - a b. If the CPU class has
  // FMA, the result is rounded only once.
  LZ_INLINE Lanes plusProduct(Lanes a, Lanes b) const { return {v + a.v * b.v}; }
  LZ_INLINE Lanes minusProduct(Lanes a, Lanes b) const { return {v - a.v * b.v}; }

  friend LZ_INLINE Lanes abs(Lanes a) { return {__builtin_elementwise_abs(a.v)}; }
  friend LZ_INLINE Lanes sqrt(Lanes a) { return {__builtin_elementwise_sqrt(a.v)}; }
  friend LZ_INLINE Lanes copysign(Lanes size, Lanes sign) {
    return {__builtin_elementwise_copysign(size.v, sign.v)};
  }
  friend LZ_INLINE Lanes select(Mask mask, Lanes yes, Lanes no) {
    return {mask.bits ? yes.v : no.v};
  }

private:
  typedef T InMemory __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
};

} // namespace lz::linalg
