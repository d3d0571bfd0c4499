#include "linalg/spectra/SingularValues.h"

#include "base/Cancel.h"
#include "linalg/spectra/Group.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lz::linalg {
namespace {

// The iteration fails after this many Jacobi sweeps. Usually six to nine suffice.
constexpr int kMostSweeps = 60;

// The tall matrix is the matrix itself or its transpose: the one that has at least as many rows as
// columns. The size of the tall matrix is p x q. `left` is the number of left singular vectors that
// are wanted. All matrices here are column-major.
struct TallSides {
  int64_t p, q, left;
  bool isTurned, hasVectors;

  TallSides(int64_t m, int64_t n, SingularVectors wanted)
      : p(std::max(m, n)), q(std::min(m, n)), left(wanted == SingularVectors::All ? p : q),
        isTurned(m < n), hasVectors(wanted != SingularVectors::None) {}

  int64_t vectors() const { return p * q + 3 * q + p + (hasVectors ? q * q + p * left : 0); }
};

template <typename L> struct SingularProblem : TallSides {
  SingularProblem(const TallSides& sides, Scratch& scratch)
      : TallSides(sides), a(scratch.take<L>(p * q)), values(scratch.take<L>(q)),
        taus(scratch.take<L>(q)), signs(scratch.take<L>(q)), v(scratch.take<L>(p)) {
    if (!hasVectors)
      return;
    right = scratch.take<L>(q * q);
    leftSide = scratch.take<L>(p * left);
  }

  L *a, *values, *taus, *signs, *v;
  L *right = nullptr, *leftSide = nullptr; // q x q and p x left

  L* column(int64_t j) const { return a + j * p; }
};

// Calls fn for all pairs of columns, in the rounds of a tournament. The pairs of a round have no
// column in common, so the processor can rotate several pairs at the same time.
template <typename Fn> LZ_INLINE void forPairs(int64_t q, const Fn& fn) {
  // With an odd count, one column has no partner in each round.
  const int64_t others = q % 2 == 0 ? q - 1 : q;
  for (int64_t round = 0; round < others && !isCancelled(); ++round)
    for (int64_t k = 0; k <= others / 2; ++k) {
      const int64_t x = (round + k) % others, y = k == 0 ? others : (round + others - k) % others;
      if (std::max(x, y) < q)
        fn(std::min(x, y), std::max(x, y));
    }
}

// Replaces (x, y) by (x c - y s, x s + y c), and exchanges the results in some lanes. With the
// formula below, a small angle adds small numbers with small errors to x and y, so columns keep the
// norm 1.
//
//   x c - y s = x - s (y + x s / (1 + c))
template <typename L> struct PairTurn {
  L s, ratio; // s / (1 + c)
  typename L::Mask changesPlaces;

  template <bool kMayChange> LZ_INLINE void turn(int64_t count, L* x, L* y) const {
    for (int64_t i = 0; i < count; ++i) {
      const L first = x[i].minusProduct(s, y[i].plusProduct(ratio, x[i])),
              second = y[i].plusProduct(s, x[i].minusProduct(ratio, y[i]));
      x[i] = kMayChange ? select(changesPlaces, second, first) : first;
      y[i] = kMayChange ? select(changesPlaces, first, second) : second;
    }
  }
  LZ_INLINE void apply(int64_t count, L* x, L* y) const {
    if (changesPlaces.any())
      turn<true>(count, x, y);
    else
      turn<false>(count, x, y);
  }
};

// Two columns count as orthogonal if the absolute value of their product is within one of two
// bounds. These are `relative` times the square of the longer column, and `least`.
template <typename R> struct OrthogonalBounds {
  R relative, least = kUnit<R> * kUnit<R> / 16;

  explicit OrthogonalBounds(int64_t p) : relative(kUnit<R> * (3 + std::sqrt(R(p)))) {}
};

// Makes columns x < y orthogonal and puts the longer one first. Returns the lanes in which the
// columns have changed.
template <typename L>
LZ_INLINE typename L::Mask turnPair(const SingularProblem<L>& p, int64_t x, int64_t y,
                                    const OrthogonalBounds<typename L::Number>& bounds) {
  const L zero = L::all(0), one = L::all(1);
  L *first = p.column(x), *second = p.column(y);
  L xx = zero, yy = zero, xy = zero;
  for (int64_t i = 0; i < p.p; ++i) {
    xx = xx.plusProduct(first[i], first[i]);
    yy = yy.plusProduct(second[i], second[i]);
    xy = xy.plusProduct(first[i], second[i]);
  }
  const auto turns =
                 abs(xy) > larger(L::all(bounds.relative) * larger(xx, yy), L::all(bounds.least)),
             changesPlaces = xx < yy, changes = turns | changesPlaces;
  if (!changes.any())
    return changes;
  const L difference = yy - xx, twice = xy + xy,
          root = sqrt((difference * difference).plusProduct(twice, twice)) + abs(difference),
          size = select(turns, twice / root, zero),
          tangent = select(difference < zero, -size, size),
          c = one / sqrt(one.plusProduct(tangent, tangent)), s = c * tangent;
  const PairTurn<L> turn{s, s / (one + c), changesPlaces};
  turn.apply(p.p, first, second);
  if (p.hasVectors)
    turn.apply(p.q, p.right + x * p.q, p.right + y * p.q);
  return changes;
}

// Makes all columns orthogonal. Returns the lanes in which the Jacobi sweeps did not converge.
template <typename L> LZ_INLINE typename L::Mask makeOrthogonal(const SingularProblem<L>& p) {
  const OrthogonalBounds<typename L::Number> bounds(p.p);
  auto changed = L::all(0) > L::all(0);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    changed = L::all(0) > L::all(0);
    forPairs(p.q, [&](int64_t x, int64_t y) __attribute__((always_inline)) {
      changed = changed | turnPair(p, x, y, bounds);
    });
    if (!changed.any() || isCancelled())
      break;
  }
  return changed;
}

template <typename L> LZ_INLINE L productOf(int64_t count, const L* x, const L* y) {
  L sum = L::all(0);
  for (int64_t i = 0; i < count; ++i)
    sum = sum.plusProduct(x[i], y[i]);
  return sum;
}
// Applies the reflector I - v (tau v)^T to column x.
template <typename L> LZ_INLINE void reflect(int64_t count, const L* v, L tau, L* x) {
  const L factor = tau * productOf(count, v, x);
  for (int64_t i = 0; i < count; ++i)
    x[i] = x[i].minusProduct(factor, v[i]);
}

// Factors the columns. The singular values are the diagonal of r, and the reflectors are stored in
// the columns.
template <typename L> LZ_INLINE void factorColumns(const SingularProblem<L>& p) {
  for (int64_t k = 0; k < p.q && !isCancelled(); ++k) {
    const int64_t size = p.p - k;
    L* v = p.column(k) + k;
    const LaneReflector<L> reflector = reflectorOf(v[0], productOf(size - 1, v + 1, v + 1));
    p.taus[k] = reflector.tau;
    p.signs[k] = select(reflector.beta < L::all(0), L::all(-1), L::all(1));
    p.values[k] = abs(reflector.beta);
    v[0] = L::all(1);
    for (int64_t i = 1; i < size; ++i)
      v[i] = v[i] * reflector.scale;
    for (int64_t j = k + 1; j < p.q; ++j)
      reflect(size, v, reflector.tau, p.column(j) + k);
  }
}

template <typename L> LZ_INLINE void formLeft(const SingularProblem<L>& p) {
  for (int64_t j = 0; j < p.left; ++j)
    for (int64_t i = 0; i < p.p; ++i)
      p.leftSide[j * p.p + i] = L::all(i == j);
  for (int64_t k = p.q - 1; k >= 0 && !isCancelled(); --k)
    for (int64_t j = k; j < p.left; ++j)
      reflect(p.p - k, p.column(k) + k, p.taus[k], p.leftSide + j * p.p + k);
  for (int64_t j = 0; j < p.q; ++j)
    for (int64_t i = 0; i < p.p; ++i)
      p.leftSide[j * p.p + i] = p.leftSide[j * p.p + i] * p.signs[j];
}

template <typename R> struct SolveSingular {
  const SingularGroup<R>& group;
  std::byte* memory;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<R, kBytes>;
    Scratch scratch(memory);
    const SingularProblem<L> p(TallSides(group.m, group.n, group.wanted), scratch);
    const int64_t p1 = p.p, n = group.n, numbers = p.p * p.q;
    auto readPlace = [=, isTurned = p.isTurned](int64_t at) __attribute__((always_inline)) {
      return isTurned ? at : at % p1 * n + at / p1;
    };
    loadLanes(group.a, numbers, group.count, numbers, readPlace, p.a);
    const GroupScale<L> scale = scaleLanes(p.a, numbers);
    if (p.hasVectors)
      for (int64_t i = 0; i < p.q * p.q; ++i)
        p.right[i] = L::all(i % (p.q + 1) == 0);
    const auto isRight = scale.areFinite & !makeOrthogonal(p);
    factorColumns(p);
    if (p.hasVectors)
      formLeft(p);
    // The values of nearly equal columns can be out of order by a rounding error.
    for (int64_t j = 1; j < p.q; ++j)
      p.values[j] = select(p.values[j - 1] < p.values[j], p.values[j - 1], p.values[j]);
    for (int64_t j = 0; j < p.q; ++j)
      p.values[j] = p.values[j] * scale.inverse;
    L state = select(isRight, L::all(1), L::all(0));
    for (int64_t lane = 0; lane < group.count; ++lane)
      store(p, lane, *laneOf(&state, lane) == 1);
  }

  template <typename L>
  LZ_INLINE void store(const SingularProblem<L>& p, int64_t lane, bool isRight) const {
    group.info[lane] = isRight ? 0 : 1;
    R* values = group.values + lane * p.q;
    for (int64_t j = 0; j < p.q; ++j)
      values[j] = *laneOf(&p.values[j], lane);
    if (!p.hasVectors)
      return;
    // If a is wide, `p` has the vectors of the transpose of a, so u and vt change places.
    R* u = group.u + lane * group.m * (p.isTurned ? p.q : p.left);
    R* vt = group.vt + lane * group.n * (p.isTurned ? p.left : p.q);
    storeRows(p.isTurned ? vt : u, p.leftSide, p.p, p.left, p.isTurned, lane);
    storeRows(p.isTurned ? u : vt, p.right, p.q, p.q, !p.isTurned, lane);
  }

  // Stores the matrix of a lane, transposed if isTurned.
  template <typename L>
  LZ_INLINE void storeRows(R* to, L* from, int64_t rows, int64_t columns, bool isTurned,
                           int64_t lane) const {
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i)
        to[isTurned ? j * rows + i : i * columns + j] = *laneOf(&from[j * rows + i], lane) + R(0);
  }
};

} // namespace

template <typename R>
int64_t singularScratch(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted) {
  return vectorBytes(cpu) * TallSides(m, n, wanted).vectors() + 7 * 64;
}

template <typename R>
LaneNeeds singularNeeds(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted) {
  const TallSides sides(m, n, SingularVectors::All);
  const auto p = double(sides.p), q = double(sides.q);
  // Larger matrices and wider numbers take more sweeps.
  const double sweeps = (sizeof(R) == 4 ? 2.5 : 3) + 1.25 * std::log2(q + 1);
  const double rotations = sweeps * q * (q - 1) / 2;
  LaneWork work;
  work.placed = p * q + p * p + q * q;
  // A rotation computes the products of two columns with themselves and with each other. Then it
  // rotates both columns, and the corresponding vectors. Reflectors make the vectors of the long
  // side.
  const double ofReflectors = 2 * p * q * q + 4 * p * p * q;
  work.products = rotations * (7 * p + 4 * q) + ofReflectors;
  work.moved = rotations * (6 * p + 4 * q) + 1.5 * ofReflectors;
  work.roots = 5 * rotations;
  LaneNeeds needs =
      needsOf(cpu, sizeof(R), work, singularScratch<R>(cpu, m, n, SingularVectors::All),
              std::max(1.0, sweeps * q));
  needs.scratchBytes = singularScratch<R>(cpu, m, n, wanted);
  return needs;
}

template <typename R>
void singularValues(MachineClass cpu, const SingularGroup<R>& group, std::byte* scratch) {
  contraction::runForClass(cpu, SolveSingular<R>{group, scratch});
}

#define LZ_SINGULAR(R)                                                                             \
  template int64_t singularScratch<R>(MachineClass, int64_t, int64_t, SingularVectors);            \
  template LaneNeeds singularNeeds<R>(MachineClass, int64_t, int64_t, SingularVectors);            \
  template void singularValues<R>(MachineClass, const SingularGroup<R>&, std::byte*);
LZ_SINGULAR(float)
LZ_SINGULAR(double)

} // namespace lz::linalg
