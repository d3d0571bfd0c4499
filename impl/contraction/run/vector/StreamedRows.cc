// Eight rows of the matrix are read at a time, so that each sum is loaded and stored only once for
// eight multiply-adds. With 4 rows of sums, 4 registers hold sums and one holds numbers of a row of
// the matrix. The numbers of the few rows come from the first-level cache.
#include "contraction/run/vector/StreamedRows.h"

#include "contraction/plan/StreamedPlan.h"
#include "contraction/run/vector/ForClass.h"

#include <cstring>

namespace lz::contraction {
namespace {

// The number of rows of the matrix that are read at a time. A product of 4 x 4096 and 4096 x 4096
// takes these ms (one thread of a Zen 5):
//
//   rows     4            8            16
//   avx512   1.7 to 2.0   2.0 to 2.4   2.3
//   avx2     2.9          2.2 to 2.6   2.7
constexpr int kTogether = 8;

template <typename T, int kLanes> using Vector = T __attribute__((ext_vector_type(kLanes)));

template <int kRows, typename T> struct RowsOf {
  const StreamedBlock<T>& block;

  // Adds rows p .. p + kCount - 1 of the matrix to the sums, beginning with column j, kLanes
  // columns at a time. Returns the first column that it has not computed. The rows that are read
  // next begin `ahead` elements later.
  template <int kLanes, int kCount>
  LZ_INLINE int64_t add(int64_t p, int64_t j, int64_t ahead) const {
    using V = Vector<T, kLanes>;
    const T* few = block.few + p * kRows;
    const T* matrix = block.matrix + p * block.kStride;
    for (; j + kLanes <= block.columns; j += kLanes) {
      V sums[kRows];
#pragma clang loop unroll(full)
      for (int i = 0; i < kRows; ++i)
        std::memcpy(&sums[i], block.sums + i * block.columns + j, sizeof(V));
#pragma clang loop unroll(full)
      for (int r = 0; r < kCount; ++r) {
        V row;
        std::memcpy(&row, matrix + r * block.kStride + j, sizeof(V));
        __builtin_prefetch(matrix + r * block.kStride + j + ahead, 0, 2);
#pragma clang loop unroll(full)
        for (int i = 0; i < kRows; ++i)
          sums[i] = few[r * kRows + i] * row + sums[i];
      }
#pragma clang loop unroll(full)
      for (int i = 0; i < kRows; ++i)
        std::memcpy(block.sums + i * block.columns + j, &sums[i], sizeof(V));
    }
    return j;
  }

  template <int kBytes, int kCount> LZ_INLINE void addAll(int64_t p, int64_t ahead) const {
    int64_t j = add<kBytes / int(sizeof(T)), kCount>(p, 0, ahead);
    add<1, kCount>(p, j, ahead);
  }

  template <int kBytes> LZ_INLINE void run() const {
    int64_t p = 0;
    for (; p + kTogether <= block.k; p += kTogether)
      addAll<kBytes, kTogether>(p, p + 2 * kTogether <= block.k ? kTogether * block.kStride : 0);
    for (; p < block.k; ++p)
      addAll<kBytes, 1>(p, 0);
  }
};

template <typename T> void addAny(const StreamedBlock<T>& block) {
  static_assert(kMostStreamedRows == 8);
  switch (block.rows) {
  case 1:
    return runForClass(block.cpu, RowsOf<1, T>{block});
  case 2:
    return runForClass(block.cpu, RowsOf<2, T>{block});
  case 3:
    return runForClass(block.cpu, RowsOf<3, T>{block});
  case 4:
    return runForClass(block.cpu, RowsOf<4, T>{block});
  case 5:
    return runForClass(block.cpu, RowsOf<5, T>{block});
  case 6:
    return runForClass(block.cpu, RowsOf<6, T>{block});
  case 7:
    return runForClass(block.cpu, RowsOf<7, T>{block});
  default:
    return runForClass(block.cpu, RowsOf<8, T>{block});
  }
}

} // namespace

void addRows(const StreamedBlock<float>& block) {
  addAny(block);
}
void addRows(const StreamedBlock<double>& block) {
  addAny(block);
}

} // namespace lz::contraction
