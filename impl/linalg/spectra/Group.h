// Moves groups of small matrices into lanes and back, and has code that the algorithms of this
// folder share. A group has as many matrices of a batch as a vector has lanes. Lanes without a
// matrix contain zeros.
//
// A matrix gets the same bits in a group as alone. If lanes need different steps, a lane that must
// not change is rotated by the angle 0, or keeps its numbers by select(). A rotation by 0 can
// change the sign of a zero, but results have no negative zeros. Only for files of linalg/spectra.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Scale.h"
#include "linalg/lanes/Factors.h"
#include "linalg/lanes/Lanes.h"

#include <limits>

namespace lz::linalg {

// The largest relative error of rounding to nearest.
template <typename R> inline constexpr R kUnit = std::numeric_limits<R>::epsilon() / 2;
// A sum of squares that is below this value can have lost bits by underflow. Such small sums do not
// matter, because they are far below the rounding errors of matrices that are scaled to about 1.
template <typename R>
inline constexpr R kLeastSquare = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();

template <typename L> LZ_INLINE L larger(L a, L b) {
  return select(a < b, b, a);
}

template <typename L> LZ_INLINE typename L::Number* laneOf(L* numbers, int64_t lane) {
  return reinterpret_cast<typename L::Number*>(numbers) + lane;
}

// Copies number from(i) of each of `count` matrices to its lane of to[i], for i < size. Each matrix
// has `numbers` numbers.
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

// The powers of two by which matrices were multiplied, and the inverses of these powers. Results
// are multiplied by the inverses.
template <typename L> struct GroupScale {
  typename L::Mask areFinite;
  L inverse;
};
// Scales each matrix, so that its largest number is near 1. A matrix that has an infinity or NaN
// becomes zero.
template <typename L> LZ_INLINE GroupScale<L> scaleLanes(L* numbers, int64_t size) {
  L most = L::all(0), none = L::all(0); // `none` stays 0 unless a number is infinite or NaN
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

// The reflector I - tau v v^T turns (first, rest) into (beta, 0). v[0] is 1, and the rest of v is
// rest * scale.
template <typename L> struct LaneReflector {
  L tau, scale, beta;
};
// Returns a reflector for each lane. `squares` is the sum of the squares of `rest`. If the sum is
// negligible, tau is 0.
template <typename L> LZ_INLINE LaneReflector<L> reflectorOf(L first, L squares) {
  const auto isThere = squares > L::all(kLeastSquare<typename L::Number>);
  const L norm = sqrt(squares.plusProduct(first, first)),
          beta = select(isThere, select(first < L::all(0), norm, -norm), first), zero = L::all(0);
  return {select(isThere, (beta - first) / beta, zero),
          select(isThere, L::all(1) / (first - beta), zero), beta};
}

} // namespace lz::linalg
