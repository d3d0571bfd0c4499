// Computes tiles whose sums stay in registers. There are two kinds of tiles. In the first kind
// lanes are columns, and each number of A is broadcast to all lanes, as in the micro-kernels:
//
//   100000 x 8 times 8 x 8, AVX-512: 8 rows of C at a time, each in a register of 8 lanes. A row
//   of B is loaded into one register, too.
//
// The second kind is for A and C with a row stride of 1. Lanes are rows, and each number of B is
// broadcast to all lanes. All functions are templates. Each CPU class has one function, into which
// they are inlined.
#include "contraction/run/vector/ThinTiles.h"

#include "contraction/run/vector/FetchRows.h"

#include <algorithm>
#include <cstring>

namespace lz::contraction {
namespace {

template <typename T, int kLanes> using Vector = T __attribute__((ext_vector_type(kLanes)));

// Vectors are passed by reference, since only functions with the target attribute of the CPU class
// may pass them by value.
template <typename V, typename T> LZ_INLINE void load(const T* source, V& v) {
  std::memcpy(&v, source, sizeof(v));
}
template <typename V, typename T> LZ_INLINE void store(const V& v, T* target) {
  std::memcpy(target, &v, sizeof(v));
}

// The sums of kRows rows. Lanes are columns.
template <int kWidth, int kRows, typename T> struct RowTile {
  using V = Vector<T, kWidth>;
  V sums[kRows] = {};

  LZ_INLINE void add(const ThinBlock<T>& block, int64_t i) {
    const T* rows[kRows];
#pragma clang loop unroll(full)
    for (int r = 0; r < kRows; ++r)
      rows[r] = block.a + (i + r) * block.rowStride;
    const T* b = block.b;
    int64_t at = 0;
    for (int64_t kk = 0; kk < block.k; ++kk, at += block.kStride, b += kWidth) {
      V columns;
      load(b, columns);
#pragma clang loop unroll(full)
      for (int r = 0; r < kRows; ++r)
        sums[r] = rows[r][at] * columns + sums[r];
    }
  }

  LZ_INLINE void storeRows(const ThinBlock<T>& block, int64_t i) const {
#pragma clang loop unroll(full)
    for (int r = 0; r < kRows; ++r)
      store(sums[r], block.c + (i + r) * block.cStride);
  }

  // Stores columns of the tile as adjacent elements. Blocks of four rows by four columns are
  // transposed.
  LZ_INLINE void storeTurned(const ThinBlock<T>& block, int64_t i) const {
    if constexpr (kRows < kTurnedTogether) {
      for (int r = 0; r < kRows; ++r)
        for (int64_t j = 0; j < block.columns; ++j)
          block.c[j * block.cStride + i + r] = sums[r][j];
    } else {
#pragma clang loop unroll(full)
      for (int r = 0; r < kRows; r += 4)
        storeFours<0>(block, r, i + r);
    }
  }

  // Stores columns from kFirst on, four at a time.
  template <int kFirst>
  LZ_INLINE void storeFours(const ThinBlock<T>& block, int r, int64_t i) const {
    storeFour<kFirst>(block, r, i);
    if constexpr (kFirst + 4 < kWidth)
      storeFours<kFirst + 4>(block, r, i);
  }

  template <int kFirst>
  LZ_INLINE void storeFour(const ThinBlock<T>& block, int r, int64_t i) const {
    Vector<T, 4> v[4], pairs[4];
#pragma clang loop unroll(full)
    for (int s = 0; s < 4; ++s)
      v[s] = __builtin_shufflevector(sums[r + s], sums[r + s], kFirst, kFirst + 1, kFirst + 2,
                                     kFirst + 3);
    pairs[0] = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    pairs[1] = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    pairs[2] = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    pairs[3] = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
#pragma clang loop unroll(full)
    for (int s = 0; s < 4; s += 2) {
      v[s] = __builtin_shufflevector(pairs[s], pairs[s + 1], 0, 1, 4, 5);
      v[s + 1] = __builtin_shufflevector(pairs[s], pairs[s + 1], 2, 3, 6, 7);
    }
#pragma clang loop unroll(full)
    for (int s = 0; s < 4; ++s)
      if (kFirst + s < block.columns)
        store(v[s], block.c + (kFirst + s) * block.cStride + i);
  }
};

// Computes all rows from i on, in tiles of kRows rows. The last rows are computed in smaller tiles.
template <int kWidth, int kRows, typename T>
LZ_INLINE void runRows(const ThinBlock<T>& block, int64_t i) {
  for (; i + kRows <= block.rows; i += kRows) {
    if (block.isPrefetched)
      fetchRows(block.a + i * block.rowStride, block.rowStride, kRows, block.k);
    RowTile<kWidth, kRows, T> tile;
    tile.add(block, i);
    block.turned ? tile.storeTurned(block, i) : tile.storeRows(block, i);
  }
  if constexpr (kRows > 1)
    if (i < block.rows)
      runRows<kWidth, kRows / 2>(block, i);
}

// Computes all columns from j on, for rows i .. i + kLanes - 1. Lanes are rows.
template <int kLanes, int kColumns, typename T>
LZ_INLINE void runColumns(const ThinBlock<T>& block, int64_t i, int64_t j) {
  using V = Vector<T, kLanes>;
  int width = thinWidth(block.columns);
  for (; j + kColumns <= block.columns; j += kColumns) {
    V sums[kColumns] = {};
    const T *a = block.a + i, *b = block.b + j;
    for (int64_t kk = 0; kk < block.k; ++kk, a += block.kStride, b += width) {
      V rows;
      load(a, rows);
#pragma clang loop unroll(full)
      for (int f = 0; f < kColumns; ++f)
        sums[f] = rows * b[f] + sums[f];
    }
#pragma clang loop unroll(full)
    for (int f = 0; f < kColumns; ++f)
      store(sums[f], block.c + (j + f) * block.cStride + i);
  }
  if constexpr (kColumns > 1)
    if (j < block.columns)
      runColumns<kLanes, kColumns / 2>(block, i, j);
}

template <int kLanes, int kColumns, typename T>
LZ_INLINE int64_t runLanes(const ThinBlock<T>& block, int64_t i) {
  for (; i + kLanes <= block.rows; i += kLanes)
    runColumns<kLanes, kColumns>(block, i, 0);
  return i;
}

template <int kBytes, typename T> LZ_INLINE void runSideBySide(const ThinBlock<T>& block) {
  constexpr int kLanes = kBytes / int(sizeof(T)), kColumns = thinColumns(kBytes);
  int64_t i = runLanes<2 * kLanes, kColumns>(block, 0);
  i = runLanes<kLanes, kColumns>(block, i);
  i = runLanes<4, 4>(block, i);
  runLanes<1, 4>(block, i);
}

// Computes the block. A row of sums takes kWidth lanes.
template <int kBytes, int kWidth, typename T> LZ_INLINE void runWidth(const ThinBlock<T>& block) {
  constexpr int kLanes = kBytes / int(sizeof(T));
  runRows<kWidth, thinRows(kWidth / kLanes, kBytes)>(block, 0);
}

template <int kBytes, typename T> LZ_INLINE void runAll(const ThinBlock<T>& block) {
  if (block.turned && block.rowStride == 1)
    return runSideBySide<kBytes>(block);
  switch (thinWidth(block.columns)) {
  case 4:
    return runWidth<kBytes, 4>(block);
  case 8:
    return runWidth<kBytes, 8>(block);
  case 16:
    return runWidth<kBytes, 16>(block);
  default:
    return runWidth<kBytes, 32>(block);
  }
}

template <typename T> struct ThinRows {
  const ThinBlock<T>& block;

  template <int kBytes> LZ_INLINE void run() const { runAll<kBytes>(block); }
};

} // namespace

void runThinBlock(const ThinBlock<float>& block) {
  runForClass(block.cpu, ThinRows<float>{block});
}
void runThinBlock(const ThinBlock<double>& block) {
  runForClass(block.cpu, ThinRows<double>{block});
}

} // namespace lz::contraction
