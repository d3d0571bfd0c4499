// A group of matrices of a batch, as many as a vector has lanes: how their numbers come into the
// lanes and leave them, and what all algorithms of this folder do with them. Lanes of matrices that
// the batch does not have hold zeros.
//
// A lane has the bits that its matrix would have alone. So where lanes differ in what they do, a
// lane that does nothing is turned by the angle 0, or keeps its numbers by select(). Turning by 0
// may change the sign of a zero: nothing here asks for the sign of a zero, and results have none.
// Internal to spectra.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Scale.h"
#include "linalg/lanes/Factors.h"
#include "linalg/lanes/Lanes.h"

#include <limits>

namespace lz::linalg {

// Rounding to nearest is off by this at most.
template <typename R> inline constexpr R kUnit = std::numeric_limits<R>::epsilon() / 2;
// Sums of squares below it may have lost bits. Numbers are scaled to about 1: what has so small a
// square is far below their roundings.
template <typename R>
inline constexpr R kLeastSquare = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();

template <typename L> LZ_INLINE L larger(L a, L b) {
  return select(a < b, b, a);
}

template <typename L> LZ_INLINE typename L::Number* laneOf(L* numbers, int64_t lane) {
  return reinterpret_cast<typename L::Number*>(numbers) + lane;
}

// Copies number from(i) of each of `count` matrices, which have so many numbers, to its lane of
// to[i], for i below `size`.
template <typename L, typename From>
LZ_INLINE void loadLanes(const typename L::Number* matrices, int64_t numbers, int64_t count,
                         int64_t size, From from, L* to) {
  for (int64_t i = 0; i < size; ++i)
    to[i] = L::all(0);
  for (int64_t lane = 0; lane < count; ++lane) {
    typename L::Number* into = laneOf(to, lane);
    for (int64_t i = 0; i < size; ++i)
      into[i * L::kCount] = matrices[lane * numbers + from(i)];
  }
}

// Matrices were multiplied by powers of two, and their results are multiplied by the inverse ones.
template <typename L> struct GroupScale {
  typename L::Mask areFinite;
  L inverse;
};
// Brings the numbers of each matrix near 1. A matrix with an infinity or NaN becomes zero.
template <typename L> LZ_INLINE GroupScale<L> scaleLanes(L* numbers, int64_t size) {
  L most = L::all(0), none = L::all(0); // an infinity times zero is no number
  for (int64_t i = 0; i < size; ++i) {
    most = larger(most, abs(numbers[i]));
    none = none.plusProduct(numbers[i], L::all(0));
  }
  GroupScale<L> found{none == L::all(0), L::all(1)};
  L factor = L::all(1);
  for (int64_t lane = 0; lane < L::kCount; ++lane) {
    *laneOf(&factor, lane) = scaleFactor(*laneOf(&most, lane));
    *laneOf(&found.inverse, lane) = 1 / *laneOf(&factor, lane);
  }
  for (int64_t i = 0; i < size; ++i)
    numbers[i] = select(found.areFinite, numbers[i] * factor, L::all(0));
  return found;
}

// I - tau v v^T, with v[0] = 1, makes (first, rest) a multiple of the first unit vector: of
// (beta, 0). v is rest * scale.
template <typename L> struct LaneReflector {
  L tau, scale, beta;
};
// `squares` is the sum of squares of the rest. In lanes where it is nothing, tau is zero.
template <typename L> LZ_INLINE LaneReflector<L> reflectorOf(L first, L squares) {
  const auto isThere = squares > L::all(kLeastSquare<typename L::Number>);
  const L norm = sqrt(squares.plusProduct(first, first)),
          beta = select(isThere, select(first < L::all(0), norm, -norm), first), zero = L::all(0);
  return {select(isThere, (beta - first) / beta, zero),
          select(isThere, L::all(1) / (first - beta), zero), beta};
}

} // namespace lz::linalg
