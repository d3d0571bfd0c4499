// Batches of difficult matrices, factored in the lanes of vectors (lanes/Factors.h) in groups of
// every size.
#pragma once

#include "LinalgTesting.h"
#include "linalg/lanes/Factors.h"

#include <algorithm>

namespace lz::linalg {

// Sizes around the lengths of the vectors of all CPU classes.
inline constexpr int64_t kSides[] = {0, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 33};

// The results of a call for one matrix: numbers, and pivots with info.
template <typename T> struct LaneFactors {
  std::vector<T> numbers;
  std::vector<int32_t> pivots;

  friend bool operator==(const LaneFactors& a, const LaneFactors& b) {
    return a.pivots == b.pivots && a.numbers.size() == b.numbers.size() &&
           (a.numbers.empty() ||
            std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(T)) == 0);
  }
};

// Random matrices; among them are zeros, equal rows, a zero column, tiny and huge numbers, a NaN
// and an infinity.
enum Kind { Random, Zero, EqualRows, ZeroColumn, Tiny, Huge, Nan, Infinite, kKinds };
// Returns the kind of matrix i of a batch. Every third matrix is not random.
inline Kind kindOf(int64_t i) {
  return i % 3 == 0 ? Kind(i / 3 % kKinds) : Random;
}

template <typename T> T change(Kind kind, const Dense<T>& a, int64_t r, int64_t c) {
  using Limits = std::numeric_limits<T>;
  switch (kind) {
  case Zero:
    return 0;
  case EqualRows:
    return a(0, c);
  case ZeroColumn:
    return c == a.columns / 2 ? T(0) : a(r, c);
  case Tiny:
    return a(r, c) * Limits::min() * 4;
  case Huge:
    return a(r, c) * (Limits::max() / T(64 + 2 * a.rows));
  case Nan:
    return r == a.rows / 2 && c == a.columns / 3 ? Limits::quiet_NaN() : a(r, c);
  case Infinite:
    return r == a.rows / 3 && c == a.columns / 2 ? Limits::infinity() : a(r, c);
  default:
    return a(r, c);
  }
}

template <typename T> using Batch = std::vector<Dense<T>>;

template <typename T> Batch<T> batchOf(int64_t count, int64_t rows, int64_t columns) {
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    Dense<T> a = random<T>(rows, columns, uint32_t(i + 1));
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        a(r, c) = change(kindOf(i), a, r, c);
    batch.push_back(a);
  }
  return batch;
}
// Returns consecutive matrices of the batch, beginning with number `first`.
template <typename T>
std::vector<T> numbersOf(const Batch<T>& batch, int64_t first, int64_t count) {
  std::vector<T> numbers;
  for (int64_t i = first; i < first + count; ++i)
    numbers.insert(numbers.end(), batch[size_t(i)].data.begin(), batch[size_t(i)].data.end());
  return numbers;
}
template <typename T>
Dense<T> denseOf(const std::vector<T>& numbers, int64_t rows, int64_t columns, int64_t at = 0) {
  Dense<T> matrix(rows, columns);
  std::copy_n(numbers.begin() + at, rows * columns, matrix.data.begin());
  return matrix;
}

// Calls fn(T(), class) for all types and classes.
template <typename Fn> void forClasses(Fn fn) {
  for (MachineClass cpu : hostMachineClasses()) {
    fn(float(), cpu);
    fn(double(), cpu);
  }
}
template <typename T> int64_t countFor(MachineClass cpu) {
  return 2 * lanesOf(cpu, sizeof(T)) + 1;
}

// Calls fn(group, first matrix) for groups of `together` matrices. Collects the results of all
// groups.
template <typename T, typename Fn>
std::vector<LaneFactors<T>> inGroups(MachineClass cpu, int64_t together, int64_t bytes,
                                     const Fn& fn) {
  std::vector<LaneFactors<T>> all;
  ScratchMemory scratch(bytes);
  for (int64_t first = 0; first < countFor<T>(cpu); first += together) {
    const int64_t matrices = std::min(together, countFor<T>(cpu) - first);
    for (LaneFactors<T>& one : fn(LaneGroup{cpu, matrices, scratch.begin()}, first))
      all.push_back(std::move(one));
  }
  return all;
}

// Expects that the results for a matrix have the same bits in groups of every size, at every place
// in a group. Returns these results.
template <typename T, typename Fn>
std::vector<LaneFactors<T>> sameInAllGroups(MachineClass cpu, int64_t bytes, const Fn& fn) {
  const std::vector<LaneFactors<T>> alone = inGroups<T>(cpu, 1, bytes, fn);
  for (int64_t together = 2; together <= lanesOf(cpu, sizeof(T)); ++together) {
    const std::vector<LaneFactors<T>> grouped = inGroups<T>(cpu, together, bytes, fn);
    for (int64_t i = 0; i < countFor<T>(cpu); ++i)
      EXPECT_EQ(grouped[size_t(i)], alone[size_t(i)])
          << "matrix " << i << " in groups of " << together << " on " << machineClassName(cpu);
  }
  return alone;
}

// Returns the `each` numbers that belong to matrix i.
template <typename N>
std::vector<N> partOf(const std::vector<N>& numbers, int64_t i, int64_t each) {
  return {numbers.begin() + i * each, numbers.begin() + (i + 1) * each};
}

} // namespace lz::linalg
