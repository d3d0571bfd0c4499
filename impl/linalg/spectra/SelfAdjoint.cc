#include "linalg/spectra/SelfAdjoint.h"

#include "base/Cancel.h"
#include "linalg/spectra/Group.h"

#include <algorithm>
#include <utility>

namespace lz::linalg {
namespace {

// The largest number of steps for one eigenvalue. Usually two or three suffice.
constexpr int kMostSteps = 60;

template <typename L> struct SelfAdjointProblem {
  SelfAdjointProblem(int64_t n, bool hasVectors, Scratch& scratch)
      : n(n), a(scratch.take<L>(n * n)), values(scratch.take<L>(n)), beside(scratch.take<L>(n)),
        taus(scratch.take<L>(n)), v(scratch.take<L>(n)), w(scratch.take<L>(n)),
        z(hasVectors ? scratch.take<L>(n * n) : nullptr) {}

  int64_t n;
  L *a, *values, *beside; // a is row-major; `values` is the diagonal, `beside` the numbers below it
  L* taus;
  L *v, *w; // scratch of a step
  L* z;     // its columns are the vectors

  L* row(int64_t i) const { return a + i * n; }
};

// Sets w = a v for rows and columns [begin, n). Only the lower triangle of a is stored.
template <typename L>
LZ_INLINE void multiplySymmetric(const SelfAdjointProblem<L>& p, int64_t begin) {
  const int64_t size = p.n - begin;
  for (int64_t i = 0; i < size; ++i) {
    const L* row = p.row(begin + i) + begin;
    const L factor = p.v[i];
    L sum = row[i] * factor;
    for (int64_t j = 0; j < i; ++j) {
      sum = sum.plusProduct(row[j], p.v[j]);
      p.w[j] = p.w[j].plusProduct(row[j], factor);
    }
    p.w[i] = sum;
  }
}

// Subtracts v w^T + w v^T from rows and columns [begin, n) of a.
template <typename L>
LZ_INLINE void subtractOuterProducts(const SelfAdjointProblem<L>& p, int64_t begin) {
  for (int64_t i = 0; i < p.n - begin; ++i) {
    L* row = p.row(begin + i) + begin;
    const L left = p.v[i], right = p.w[i];
    for (int64_t j = 0; j <= i; ++j)
      row[j] = row[j].minusProduct(left, p.w[j]).minusProduct(right, p.v[j]);
  }
}

// Makes the matrix tridiagonal. The reflectors are stored below its diagonal.
template <typename L> LZ_INLINE void makeTridiagonal(const SelfAdjointProblem<L>& p) {
  const int64_t n = p.n;
  for (int64_t k = 0; k + 1 < n && !isCancelled(); ++k) {
    const int64_t begin = k + 1, size = n - begin;
    L squares = L::all(0);
    for (int64_t i = 0; i < size; ++i) {
      p.v[i] = p.row(begin + i)[k];
      if (i > 0)
        squares = squares.plusProduct(p.v[i], p.v[i]);
    }
    const LaneReflector<L> reflector = reflectorOf(p.v[0], squares);
    p.values[k] = p.row(k)[k];
    p.beside[k] = reflector.beta;
    p.taus[k] = reflector.tau;
    if (size == 1)
      break;
    p.v[0] = L::all(1);
    for (int64_t i = 1; i < size; ++i)
      p.v[i] = p.v[i] * reflector.scale;
    for (int64_t i = 0; i < size; ++i)
      p.row(begin + i)[k] = p.v[i];
    multiplySymmetric(p, begin);
    L product = L::all(0);
    for (int64_t i = 0; i < size; ++i) {
      p.w[i] = p.w[i] * reflector.tau;
      product = product.plusProduct(p.w[i], p.v[i]);
    }
    const L half = product * reflector.tau * L::all(0.5);
    for (int64_t i = 0; i < size; ++i)
      p.w[i] = p.w[i].minusProduct(half, p.v[i]);
    subtractOuterProducts(p, begin);
  }
  p.values[n - 1] = p.row(n - 1)[n - 1];
}

// Computes the product of the reflectors as z.
template <typename L> LZ_INLINE void formVectors(const SelfAdjointProblem<L>& p) {
  const int64_t n = p.n;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      p.z[i * n + j] = L::all(i == j);
  for (int64_t k = n - 3; k >= 0 && !isCancelled(); --k) {
    const int64_t begin = k + 1, size = n - begin;
    for (int64_t j = 0; j < size; ++j)
      p.w[j] = L::all(0);
    for (int64_t i = 0; i < size; ++i) {
      const L factor = p.row(begin + i)[k];
      const L* row = p.z + (begin + i) * n + begin;
      for (int64_t j = 0; j < size; ++j)
        p.w[j] = p.w[j].plusProduct(factor, row[j]);
    }
    for (int64_t i = 0; i < size; ++i) {
      const L factor = p.row(begin + i)[k] * p.taus[k];
      L* row = p.z + (begin + i) * n + begin;
      for (int64_t j = 0; j < size; ++j)
        row[j] = row[j].minusProduct(factor, p.w[j]);
    }
  }
}

// Rotates columns i and i + 1 of the vectors by the angles in v[i] and w[i], for i from top - 1
// down to `first`. A number stays in a register between two rotations.
template <int kRows, typename L>
LZ_INLINE void turnRows(const SelfAdjointProblem<L>& p, int64_t row, int64_t first, int64_t top) {
  L *rows[kRows], last[kRows];
  for (int r = 0; r < kRows; ++r) {
    rows[r] = p.z + (row + r) * p.n;
    last[r] = rows[r][top];
  }
  for (int64_t i = top - 1; i >= first; --i) {
    const L c = p.v[i], s = p.w[i];
    for (int r = 0; r < kRows; ++r) {
      const L next = rows[r][i];
      rows[r][i + 1] = (c * last[r]).plusProduct(s, next);
      last[r] = (c * next).minusProduct(s, last[r]);
    }
  }
  for (int r = 0; r < kRows; ++r)
    rows[r][first] = last[r];
}
template <typename L>
LZ_INLINE void turnVectors(const SelfAdjointProblem<L>& p, int64_t first, int64_t top) {
  constexpr int kRows = 4;
  int64_t row = 0;
  for (; row + kRows <= p.n; row += kRows)
    turnRows<kRows>(p, row, first, top);
  for (; row < p.n; ++row)
    turnRows<1>(p, row, first, top);
}

// The end of the block that begins at row `first`, in each lane. The block ends at the first row
// whose number below the diagonal is negligible. `value` is the diagonal element of that row.
template <typename L> struct Block {
  L end, value;
};
template <typename L> LZ_INLINE Block<L> blockFrom(const SelfAdjointProblem<L>& p, int64_t first) {
  using R = typename L::Number;
  const L unit = L::all(kUnit<R>), least = L::all(kUnit<R> * kUnit<R>);
  Block<L> block{L::all(R(p.n - 1)), p.values[p.n - 1]};
  for (int64_t i = p.n - 2; i >= first; --i) {
    const L bound = least.plusProduct(unit, abs(p.values[i]) + abs(p.values[i + 1]));
    const auto goesOn = abs(p.beside[i]) > bound;
    block.end = select(goesOn, block.end, L::all(R(i)));
    block.value = select(goesOn, block.value, p.values[i]);
  }
  return block;
}

// Makes a QL step in each lane whose block has more than one row. The step goes through rows
// [first, end] of the block from the end upwards. It stores the angles in v and w. Angles of rows
// after a lane's end are 0.
template <typename L>
LZ_INLINE void stepUp(const SelfAdjointProblem<L>& p, int64_t first, int64_t top,
                      const Block<L>& block) {
  using R = typename L::Number;
  const L zero = L::all(0), one = L::all(1), two = L::all(2);
  const auto isActive = block.end > L::all(R(first));
  // Wilkinson's shift. In lanes whose block has only one row, the divisor is 1.
  const L beside = select(isActive, p.beside[first], one),
          half = (p.values[first + 1] - p.values[first]) / (two * beside),
          root = sqrt(one.plusProduct(half, half)), shift = half + select(half < zero, -root, root);
  L g = block.value - p.values[first] + beside / shift, s = one, c = one, sum = zero;
  for (int64_t i = top - 1; i >= first; --i) {
    const auto isInside = block.end > L::all(R(i)), isLater = block.end > L::all(R(i + 1));
    const L f = s * p.beside[i], b = c * p.beside[i], square = (f * f).plusProduct(g, g);
    const auto isThere = square > L::all(kLeastSquare<R>);
    const L length = sqrt(square), inverse = one / length,
            nextC = select(isThere, g * inverse, one), nextS = select(isThere, f * inverse, zero),
            value = p.values[i + 1] - sum,
            other = (two * nextC * b).plusProduct(nextS, p.values[i] - value),
            added = nextS * other;
    p.beside[i + 1] = select(isInside & isLater, select(isThere, length, g), p.beside[i + 1]);
    p.values[i + 1] = select(isInside, value + added, p.values[i + 1]);
    sum = select(isInside, added, sum);
    g = select(isInside, (nextC * other) - b, g);
    c = select(isInside, nextC, c);
    s = select(isInside, nextS, s);
    p.v[i] = select(isInside, nextC, one);
    p.w[i] = select(isInside, nextS, zero);
  }
  p.values[first] = select(isActive, p.values[first] - sum, p.values[first]);
  p.beside[first] = select(isActive, g, p.beside[first]);
}

// Makes the matrix diagonal. Returns the lanes in which the steps did not converge.
template <typename L> LZ_INLINE typename L::Mask makeDiagonal(const SelfAdjointProblem<L>& p) {
  using R = typename L::Number;
  auto haveFailed = L::all(0) > L::all(0);
  for (int64_t first = 0; first + 1 < p.n; ++first)
    for (int step = 0;; ++step) {
      const Block<L> block = blockFrom(p, first);
      const auto isActive = block.end > L::all(R(first));
      if (!isActive.any())
        break;
      if (step == kMostSteps || isCancelled()) {
        haveFailed = haveFailed | isActive;
        break;
      }
      const auto top = int64_t(__builtin_reduce_max(block.end.v));
      stepUp(p, first, top, block);
      if (p.z)
        turnVectors(p, first, top);
    }
  return haveFailed;
}

// Sets places[i] to the place of value i in ascending order. Equal values keep their order.
template <typename L> LZ_INLINE void countSmaller(const SelfAdjointProblem<L>& p, L* places) {
  const L one = L::all(1);
  for (int64_t j = 0; j < p.n; ++j)
    places[j] = L::all(0);
  for (int64_t j = 0; j < p.n; ++j)
    for (int64_t i = 0; i < j; ++i) {
      const auto isLater = p.values[j] < p.values[i];
      places[i] = select(isLater, places[i] + one, places[i]);
      places[j] = select(isLater, places[j], places[j] + one);
    }
}

template <typename R> struct SolveSelfAdjoint {
  const SelfAdjointGroup<R>& group;
  std::byte* memory;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<R, kBytes>;
    const int64_t n = group.n;
    Scratch scratch(memory);
    const SelfAdjointProblem<L> p(n, group.vectors, scratch);
    auto readPlace = [=, isLower = group.isLower](int64_t at) __attribute__((always_inline)) {
      const int64_t i = at / n, j = at % n;
      return isLower == (j <= i) ? at : j * n + i;
    };
    loadLanes(group.a, n * n, group.count, n * n, readPlace, p.a);
    const GroupScale<L> scale = scaleLanes(p.a, n * n);
    makeTridiagonal(p);
    if (p.z)
      formVectors(p);
    const auto isRight = scale.areFinite & !makeDiagonal(p);
    countSmaller(p, p.v);
    L state = select(isRight, L::all(1), L::all(0));
    for (int64_t j = 0; j < n; ++j)
      p.values[j] = p.values[j] * scale.inverse;
    for (int64_t lane = 0; lane < group.count; ++lane)
      store(p, lane, *laneOf(&state, lane) == 1);
  }

  template <typename L>
  LZ_INLINE void store(const SelfAdjointProblem<L>& p, int64_t lane, bool isRight) const {
    const int64_t n = p.n;
    R* values = group.values + lane * n;
    R* vectors = group.vectors ? group.vectors + lane * n * n : nullptr;
    group.info[lane] = isRight ? 0 : 1;
    for (int64_t j = 0; j < n; ++j) {
      const auto place = int64_t(*laneOf(&p.v[j], lane));
      values[place] = *laneOf(&p.values[j], lane) + R(0);
      if (vectors)
        for (int64_t i = 0; i < n; ++i)
          vectors[i * n + place] = *laneOf(&p.z[i * n + j], lane) + R(0);
    }
  }
};

} // namespace

template <typename R> int64_t selfAdjointScratch(MachineClass cpu, int64_t n, bool hasVectors) {
  return vectorBytes(cpu) * (n * n * (hasVectors ? 2 : 1) + 5 * n) + 7 * 64;
}

template <typename R> LaneNeeds selfAdjointNeeds(MachineClass cpu, int64_t n, bool hasVectors) {
  const auto size = double(n), square = size * size, cube = square * size;
  // An eigenvalue takes 2.5 steps on average, each over the rows that are not done yet.
  const double rotations = 2.5 * square / 2;
  LaneWork work;
  work.placed = 2 * square;
  // Reflectors multiply each number of the triangle and of the vectors four times. A rotation
  // multiplies the numbers of two columns four times, and one of the columns stays in a register.
  work.products = 4.0 / 3 * cube + 4 * rotations * size;
  work.moved = 4.0 / 3 * cube + 2 * rotations * size;
  // A rotation takes one root, one division, and dependent products that take as long as three more
  // roots.
  work.roots = 5 * rotations;
  // A step over all rows takes three times as long as an average step.
  LaneNeeds needs =
      needsOf(cpu, sizeof(R), work, selfAdjointScratch<R>(cpu, n, true), std::max(1.0, size / 3));
  needs.scratchBytes = selfAdjointScratch<R>(cpu, n, hasVectors);
  return needs;
}

template <typename R>
void selfAdjoint(MachineClass cpu, const SelfAdjointGroup<R>& group, std::byte* scratch) {
  contraction::runForClass(cpu, SolveSelfAdjoint<R>{group, scratch});
}

#define LZ_SELF_ADJOINT(R)                                                                         \
  template int64_t selfAdjointScratch<R>(MachineClass, int64_t, bool);                             \
  template LaneNeeds selfAdjointNeeds<R>(MachineClass, int64_t, bool);                             \
  template void selfAdjoint<R>(MachineClass, const SelfAdjointGroup<R>&, std::byte*);
LZ_SELF_ADJOINT(float)
LZ_SELF_ADJOINT(double)

} // namespace lz::linalg
