#include "linalg/lanes/Group.h"

#include <algorithm>
#include <utility>

namespace lz::linalg {
namespace {

// Exchanges half of the lanes of `a` with half of the lanes of `b`. The lanes of `a` are those that
// have the bit kDistance in their index. The lanes of `b` are those that do not have this bit. This
// is a step of the transposition of a square.
template <int64_t kDistance, typename L, size_t... I>
LZ_INLINE void exchange(L& a, L& b, std::index_sequence<I...>) {
  constexpr int64_t kCount = L::kCount;
  const L first{__builtin_shufflevector(
      a.v, b.v, int(int64_t(I) & kDistance ? int64_t(I) - kDistance + kCount : int64_t(I))...)};
  b.v = __builtin_shufflevector(
      a.v, b.v, int(int64_t(I) & kDistance ? int64_t(I) + kCount : int64_t(I) + kDistance)...);
  a = first;
}

// Transposes a square of numbers. Each row of the square is a vector.
template <int64_t kDistance, typename L> LZ_INLINE void turnSquare(L* rows) {
#pragma clang loop unroll(full)
  for (int64_t r = 0; r < L::kCount; ++r)
    if ((r & kDistance) == 0)
      exchange<kDistance>(rows[r], rows[r + kDistance],
                          std::make_index_sequence<size_t(L::kCount)>());
  if constexpr (kDistance > 1)
    turnSquare<kDistance / 2>(rows);
}

// For each lane, the address of the first number of its matrix.
template <typename T, int64_t kCount> struct Begins {
  T* of[kCount];

  LZ_INLINE Begins(T* data, int64_t elements, int64_t matrices) {
    for (int64_t lane = 0; lane < kCount; ++lane)
      of[lane] = data + std::min(lane, matrices - 1) * elements;
  }
};

// Calls fn(number, vector) for squares that cover a matrix. `number` is the index of the first
// number of the square in memory. `vector` is the index of the vector that has this number in
// lanes. The last square can cover some numbers again. If rows have padding, their length is a
// multiple of the size of a square (LaneMatrix::take).
template <int64_t kCount, typename T, typename Fn>
LZ_INLINE void forSquares(const LaneMatrix<T>& matrix, const Fn& fn) {
  const int64_t elements = matrix.rows * matrix.columns, gap = matrix.stride - matrix.columns;
  for (int64_t e = 0; e + kCount <= elements; e += kCount)
    fn(e, gap == 0 ? e : e + e / matrix.columns * gap);
  if (elements % kCount != 0)
    fn(elements - kCount, elements - kCount);
}

template <typename T> struct ToLanes {
  const T* from;
  int64_t matrices;
  const LaneMatrix<T>& to;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const int64_t elements = to.rows * to.columns;
    const Begins<const T, L::kCount> begins(from, elements, matrices);
    if (elements < L::kCount) {
      for (int64_t lane = 0; lane < L::kCount; ++lane)
        for (int64_t e = 0; e < elements; ++e)
          to.data[e * L::kCount + lane] = begins.of[lane][e];
      return;
    }
    forSquares<L::kCount>(to, [&](int64_t e, int64_t vector) __attribute__((always_inline)) {
      L rows[L::kCount];
#pragma clang loop unroll(full)
      for (int64_t lane = 0; lane < L::kCount; ++lane)
        rows[lane] = L::load(begins.of[lane] + e);
      turnSquare<L::kCount / 2>(rows);
#pragma clang loop unroll(full)
      for (int64_t r = 0; r < L::kCount; ++r)
        rows[r].store(to.data + (vector + r) * L::kCount);
    });
  }
};

template <typename T> struct FromLanes {
  const LaneMatrix<T>& from;
  int64_t matrices;
  T* to;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const int64_t elements = from.rows * from.columns;
    const Begins<T, L::kCount> begins(to, elements, matrices);
    if (elements < L::kCount) {
      for (int64_t lane = 0; lane < L::kCount; ++lane)
        for (int64_t e = 0; e < elements; ++e)
          begins.of[lane][e] = from.data[e * L::kCount + lane];
      return;
    }
    forSquares<L::kCount>(from, [&](int64_t e, int64_t vector) __attribute__((always_inline)) {
      L rows[L::kCount];
#pragma clang loop unroll(full)
      for (int64_t r = 0; r < L::kCount; ++r)
        rows[r] = L::load(from.data + (vector + r) * L::kCount);
      turnSquare<L::kCount / 2>(rows);
#pragma clang loop unroll(full)
      for (int64_t lane = 0; lane < L::kCount; ++lane)
        rows[lane].store(begins.of[lane] + e);
    });
  }
};

} // namespace

template <typename T> void toLanes(const LaneGroup& group, const T* from, const LaneMatrix<T>& to) {
  contraction::runForClass(group.cpu, ToLanes<T>{from, group.matrices, to});
}

template <typename T> void fromLanes(const LaneGroup& group, const LaneMatrix<T>& from, T* to) {
  contraction::runForClass(group.cpu, FromLanes<T>{from, group.matrices, to});
}

#define LZ_TURN(T)                                                                                 \
  template void toLanes(const LaneGroup&, const T*, const LaneMatrix<T>&);                         \
  template void fromLanes(const LaneGroup&, const LaneMatrix<T>&, T*)
LZ_TURN(float);
LZ_TURN(double);

} // namespace lz::linalg
