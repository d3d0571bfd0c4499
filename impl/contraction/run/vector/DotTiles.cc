// Computes tiles: products of some rows with a few rows. The sums of a tile stay in registers. The
// functions are templates. Each CPU class has one function, into which they are inlined. So they
// are compiled with the vectors of the class.
#include "contraction/run/vector/DotTiles.h"

#include "base/machine/CacheSets.h"
#include "contraction/run/vector/ForClass.h"

#include <cstring>
#include <utility>

namespace lz::contraction {
namespace {

template <typename T, int kLanes> using Vector = T __attribute__((ext_vector_type(kLanes)));

// Vectors are passed by reference, since only functions with the target attribute of the CPU class
// may pass them by value.
template <int kLanes, typename T> LZ_INLINE void load(const T* source, Vector<T, kLanes>& v) {
  std::memcpy(&v, source, sizeof(v));
}

template <int kLanes> using Lanes = std::make_integer_sequence<int, kLanes>;

// Splits the lanes of a, and then those of b, into groups of kSpan lanes. Adds lanes l and l +
// kSpan / 2 of each group. So each group is half as long in `to`.
template <int kSpan, typename V, typename To, int... lane>
LZ_INLINE void halve(const V& a, const V& b, To& to, std::integer_sequence<int, lane...>) {
  constexpr int kHalf = kSpan / 2;
  To low = __builtin_shufflevector(a, b, (lane / kHalf * kSpan + lane % kHalf)...);
  To high = __builtin_shufflevector(a, b, (lane / kHalf * kSpan + lane % kHalf + kHalf)...);
  to = low + high;
}

// Stores the sum of each group of kSpan lanes of v in `sums`.
template <int kSpan, int kLanes, typename T>
LZ_INLINE void sumGroups(const Vector<T, kLanes>& v, T* sums) {
  if constexpr (kSpan == 1) {
    std::memcpy(sums, &v, sizeof(v));
  } else {
    Vector<T, kLanes / 2> half;
    halve<kSpan>(v, v, half, Lanes<kLanes / 2>());
    sumGroups<kSpan / 2, kLanes / 2>(half, sums);
  }
}

// Stores the sums of the lanes of four vectors in sums[0] to sums[3]. Lanes l and l + kLanes / 2 of
// a vector are added first.
template <int kLanes, typename T>
LZ_INLINE void sumFour(const Vector<T, kLanes>* const* v, T* sums) {
  Vector<T, kLanes> first, second;
  halve<kLanes>(*v[0], *v[1], first, Lanes<kLanes>());
  halve<kLanes>(*v[2], *v[3], second, Lanes<kLanes>());
  if constexpr (kLanes == 2) {
    sumGroups<1, 2>(first, sums);
    sumGroups<1, 2>(second, sums + 2);
  } else {
    Vector<T, kLanes> all;
    halve<kLanes / 2>(first, second, all, Lanes<kLanes>());
    sumGroups<kLanes / 4>(all, sums);
  }
}

// The dot products of each of kRows rows with each of kFew rows. Each sum has kDotLanes chains,
// which are held in vectors of kLanes lanes.
template <int kLanes, int kRows, int kFew, typename T> struct Tile {
  static constexpr int kVectors = kDotLanes<T> / kLanes;
  Vector<T, kLanes> sums[kRows][kFew][kVectors] = {};

  LZ_INLINE void add(const T* const* rows, int64_t at, const T* few, int64_t step) {
#pragma clang loop unroll(full)
    for (int v = 0; v < kVectors; ++v)
#pragma clang loop unroll(full)
      for (int r = 0; r < kRows; ++r) {
        Vector<T, kLanes> row, other;
        load<kLanes>(rows[r] + at + v * kLanes, row);
#pragma clang loop unroll(full)
        for (int i = 0; i < kFew; ++i) {
          load<kLanes>(few + i * step + v * kLanes, other);
          sums[r][i][v] = row * other + sums[r][i][v];
        }
      }
  }

  // Adds up the chains of row r's sums, and adds the kFew results to to[0], to[1], ...
  LZ_INLINE void addSums(int r, T* to) {
    static_assert(kFew <= 4);
    for (int half = kVectors / 2; half > 0; half /= 2)
#pragma clang loop unroll(full)
      for (int i = 0; i < kFew; ++i)
#pragma clang loop unroll(full)
        for (int v = 0; v < half; ++v)
          sums[r][i][v] += sums[r][i][v + half];
    const Vector<T, kLanes>* all[4];
    for (int i = 0; i < 4; ++i)
      all[i] = &sums[r][i < kFew ? i : 0][0];
    T four[4];
    sumFour<kLanes>(all, four);
    for (int i = 0; i < kFew; ++i)
      to[i] += four[i];
  }
};

// Prefetches a piece of the next tile's rows at every step. Prefetching helps if several tiles read
// the same rows. Without it, the first tile would wait for memory, and memory would be idle during
// the other tiles. Each of these tiles prefetches its own share of the rows.
template <int kRows, typename T> struct NextRows {
  const T* const* rows = nullptr; // rows of the tile, then rows of the next tile
  int64_t first = 0;

  // Chooses what a tile prefetches. The tile multiplies `count` of the few rows. The first of them
  // is row `i`.
  LZ_INLINE NextRows(const DotBlock<T>& block, int64_t j, int64_t i, int64_t count) {
    if (count == block.numFew || j + 2 * kRows > block.numRows)
      return;
    rows = block.rows + j;
    first = i * block.kc / block.numFew;
  }

  LZ_INLINE void fetch(int64_t kk) const {
    if (!rows)
      return;
#pragma clang loop unroll(full)
    for (int r = kRows; r < 2 * kRows; ++r)
#pragma clang loop unroll(full)
      for (int64_t at = 0; at < kDotLanes<T>; at += kCacheLineBytes / int64_t(sizeof(T)))
        __builtin_prefetch(rows[r] + first + kk + at, 0, 3);
  }
};

template <int kLanes, int kRows, int kFew, typename T>
LZ_INLINE void addTile(const DotBlock<T>& block, int64_t j, int64_t i) {
  constexpr int64_t kStep = kDotLanes<T>;
  Tile<kLanes, kRows, kFew, T> tile;
  NextRows<kRows, T> next(block, j, i, kFew);
  const T* few = block.few + i * block.kc;
  int64_t kk = 0;
  for (; kk + kStep <= block.kc; kk += kStep) {
    next.fetch(kk);
    tile.add(block.rows + j, kk, few + kk, block.kc);
  }
  // Makes the compiler load from memory again what the code below needs. If they stayed in
  // registers during the loop, there would be no registers for the loop's pointers.
  asm volatile("" : : : "memory");
  if (kk < block.kc) {
    T rest[kRows + kFew][kStep] = {};
    const T* rows[kRows];
    for (int r = 0; r < kRows; ++r) {
      rows[r] = rest[r];
      std::memcpy(rest[r], block.rows[j + r] + kk, size_t(block.kc - kk) * sizeof(T));
    }
    for (int f = 0; f < kFew; ++f)
      std::memcpy(rest[kRows + f], few + f * block.kc + kk, size_t(block.kc - kk) * sizeof(T));
    tile.add(rows, 0, rest[kRows], kStep);
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < kRows; ++r)
    tile.addSums(r, block.sums + (j + r) * block.stride + i);
}

template <int kLanes, int kRows, int kFew, typename T>
LZ_INLINE void addFew(const DotBlock<T>& block, int64_t j, int64_t i) {
  for (; i + kFew <= block.numFew; i += kFew)
    addTile<kLanes, kRows, kFew>(block, j, i);
  if constexpr (kFew > 1)
    addFew<kLanes, kRows, kFew - 1>(block, j, i);
}

// Computes the block in tiles. kBytes is the size of a vector. A tile of kRows x kFew sums fills
// the registers.
template <int kBytes, int kRows, int kFew, typename T>
LZ_INLINE void addRows(const DotBlock<T>& block) {
  constexpr int kLanes = kBytes / int(sizeof(T));
  int64_t j = 0;
  for (; j + kRows <= block.numRows; j += kRows)
    addFew<kLanes, kRows, kFew>(block, j, 0);
  if constexpr (kRows > 1)
    for (; j < block.numRows; ++j)
      addFew<kLanes, 1, kFew>(block, j, 0);
}

template <typename T> struct Dots {
  const DotBlock<T>& block;

  template <int kBytes> LZ_INLINE void run() const {
    addRows<kBytes, kBytes == 64 ? 3 : 1, kBytes == 64 ? 4 : kBytes == 32 ? 3 : 1>(block);
  }
};

} // namespace

void addDots(const DotBlock<float>& block) {
  runForClass(block.cpu, Dots<float>{block});
}
void addDots(const DotBlock<double>& block) {
  runForClass(block.cpu, Dots<double>{block});
}

} // namespace lz::contraction
