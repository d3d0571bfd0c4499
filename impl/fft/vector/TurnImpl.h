// Defines the functions of Turn.h. A square of numbers is transposed in registers, as in
// contraction/run/vector/TurnRows.cc. First the two off-diagonal quarters are swapped. Then each
// quarter is transposed in the same way, down to single numbers.
#pragma once

#include "fft/vector/Lanes.h"
#include "fft/vector/Turn.h"

#include <algorithm>

namespace lz::fft {

// Sees the lanes of `a` and of `b` as groups of kSpan lanes. Swaps the groups of `a` with odd
// numbers with the groups of `b` with even numbers.
template <int kSpan, typename V, int... lane>
LZ_INLINE void swapRuns(V& a, V& b, std::integer_sequence<int, lane...>) {
  constexpr int kCount = sizeof...(lane);
  V low = __builtin_shufflevector(a, b, (lane / kSpan % 2 ? kCount + lane - kSpan : lane)...);
  b = __builtin_shufflevector(a, b, (lane / kSpan % 2 ? kCount + lane : lane + kSpan)...);
  a = low;
}
template <int kSpan, int kCount, typename V> LZ_INLINE void turnSquare(V* v) {
#pragma clang loop unroll(full)
  for (int i = 0; i < kCount; ++i)
    if ((i & kSpan) == 0)
      swapRuns<kSpan>(v[i], v[i + kSpan], std::make_integer_sequence<int, kCount>());
  if constexpr (kSpan > 1)
    turnSquare<kSpan / 2, kCount>(v);
}

template <typename T> struct LoadRows {
  int64_t n;
  const Rows<const T>& rows;
  T imSign;
  T* blocks;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    constexpr int kCount = L::kCount;
    const T* row[kCount];
    for (int r = 0; r < kCount; ++r)
      row[r] = rows.data + std::min(r, rows.count - 1) * rows.step;
    int64_t i = 0;
    for (; i + kCount <= n; i += kCount) {
      typename L::Vector re[kCount], im[kCount];
#pragma clang loop unroll(full)
      for (int r = 0; r < kCount; ++r) {
        L x;
        loadPairs(row[r] + 2 * i, x);
        re[r] = x.re;
        im[r] = x.im * imSign;
      }
      turnSquare<kCount / 2, kCount>(re);
      turnSquare<kCount / 2, kCount>(im);
#pragma clang loop unroll(full)
      for (int k = 0; k < kCount; ++k)
        storeBlock<T, kBytes>({re[k], im[k]}, blocks + 2 * kCount * (i + k));
    }
    for (; i < n; ++i)
      for (int r = 0; r < kCount; ++r) {
        blocks[2 * kCount * i + r] = row[r][2 * i];
        blocks[2 * kCount * i + kCount + r] = row[r][2 * i + 1] * imSign;
      }
  }
};

template <typename T> struct StoreRows {
  int64_t n;
  const T* blocks;
  T reScale, imScale;
  const Rows<T>& rows;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    constexpr int kCount = L::kCount;
    int64_t i = 0;
    for (; i + kCount <= n; i += kCount) {
      typename L::Vector re[kCount], im[kCount];
#pragma clang loop unroll(full)
      for (int k = 0; k < kCount; ++k) {
        L x;
        loadBlock(blocks + 2 * kCount * (i + k), x);
        re[k] = x.re * reScale;
        im[k] = x.im * imScale;
      }
      turnSquare<kCount / 2, kCount>(re);
      turnSquare<kCount / 2, kCount>(im);
#pragma clang loop unroll(full)
      for (int r = 0; r < kCount; ++r)
        if (r < rows.count)
          storePairs<T, kBytes>({re[r], im[r]}, rows.data + r * rows.step + 2 * i);
    }
    for (; i < n; ++i)
      for (int r = 0; r < rows.count; ++r) {
        rows.data[r * rows.step + 2 * i] = blocks[2 * kCount * i + r] * reScale;
        rows.data[r * rows.step + 2 * i + 1] = blocks[2 * kCount * i + kCount + r] * imScale;
      }
  }
};

template <typename T>
void loadRows(MachineClass cpu, int64_t n, const Rows<const T>& rows, T imSign, T* blocks) {
  runForClass(cpu, LoadRows<T>{n, rows, imSign, blocks});
}
template <typename T>
void storeRows(MachineClass cpu, int64_t n, const T* blocks, T reScale, T imScale,
               const Rows<T>& rows) {
  runForClass(cpu, StoreRows<T>{n, blocks, reScale, imScale, rows});
}

} // namespace lz::fft
