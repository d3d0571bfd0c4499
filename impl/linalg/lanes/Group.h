// Moves groups of small matrices into lanes and back. A group has as many matrices as a vector has
// lanes. In lanes, element (i, j) of all matrices is one vector:
//
//   in memory, 2 x 2, 4 lanes      a0 a1 a2 a3  b0 b1 b2 b3  c0 c1 c2 c3  d0 d1 d2 d3
//   in lanes                       a0 b0 c0 d0  a1 b1 c1 d1  a2 b2 c2 d2  a3 b3 c3 d3
//
// If fewer matrices than lanes are left, the other lanes repeat the last matrix. The bits of a
// result do not depend on the lane or on the other matrices. Only for files of linalg/lanes.
#pragma once

#include "base/machine/CacheSets.h"
#include "linalg/Machine.h"
#include "linalg/Matrix.h"
#include "linalg/lanes/Factors.h"
#include "linalg/lanes/Lanes.h"

#include <type_traits>

namespace lz::linalg {

// The matrices of all lanes, in the scratch of a group.
template <typename T> struct LaneMatrix {
  T* data;
  int64_t rows, columns, stride; // counted in vectors
  int64_t lanes;

  static LaneMatrix take(Scratch& scratch, MachineClass cpu, int64_t rows, int64_t columns) {
    // Half of a cache way. If the distance of rows is a multiple of this number of bytes, all rows
    // lie in a few sets of the first-level cache.
    constexpr int64_t kAliased = kCacheWayBytes / 2;
    const int64_t lanes = lanesOf(cpu, sizeof(T));
    const bool isAliased = rows > 1 && columns * lanes * int64_t(sizeof(T)) % kAliased == 0;
    const int64_t stride = columns + int64_t(isAliased);
    return {scratch.take<T>(rows * stride * lanes), rows, columns, stride, lanes};
  }
  // Returns a view of the matrix in the first lane.
  Matrix<T> first() const { return {data, rows, columns, stride * lanes, lanes}; }
};

// toLanes() copies the matrices of the group to lanes, and fromLanes() copies them back. In memory,
// the matrices follow each other.
template <typename T> void toLanes(const LaneGroup& group, const T* from, const LaneMatrix<T>& to);
template <typename T> void fromLanes(const LaneGroup& group, const LaneMatrix<T>& from, T* to);

// Returns the matrices of all lanes as one matrix of vectors. `first` is a view of the matrix in
// the first lane. In memory, each number of `first` is followed by the numbers of the other lanes.
template <typename L, typename T> LZ_INLINE Matrix<L> inLanes(const Matrix<T>& first) {
  return {reinterpret_cast<L*>(first.data), first.rows, first.columns, first.rowStride / L::kCount,
          first.columnStride / L::kCount};
}

// Divides [begin, end) into pieces, and calls fn(number, begin) for each piece. First come as many
// pieces of length kMost as fit, then pieces of half that length, and so on down to 1. `number` is
// the length of the piece. It is a constant, so that the sums of a piece stay in registers.
template <int kMost, typename Fn>
LZ_INLINE void inPieces(int64_t begin, int64_t end, const Fn& fn) {
  for (; begin + kMost <= end; begin += kMost)
    fn(std::integral_constant<int, kMost>(), begin);
  if constexpr (kMost > 1)
    inPieces<kMost / 2>(begin, end, fn);
}

} // namespace lz::linalg
