// Micro-kernels written as plain loops.
#pragma once

#include "base/Half.h"
#include "base/KernelTable.h"

#include <utility>
#include <vector>

namespace lz::contraction {

// One element of a panel of pairs.
struct Pair {
  BF16 low, high;
};

// The same for integers, whose sums wrap.
struct IntegerPair {
  int16_t low, high;
};

inline void addProduct(uint32_t& sum, IntegerPair a, IntegerPair b) {
  sum += uint32_t(a.low * b.low) + uint32_t(a.high * b.high);
}
inline void addProduct(float& sum, Pair a, Pair b) {
  sum += a.high * b.high;
  sum += a.low * b.low;
}
template <typename T> void addProduct(T& sum, T a, T b) {
  sum += a * b;
}

template <typename T> struct SumOf {
  using Type = T;
};
template <> struct SumOf<Pair> {
  using Type = float;
};
template <> struct SumOf<IntegerPair> {
  using Type = uint32_t;
};

template <typename T, int kMr, int kNr>
void plainKernel(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                 int64_t accumulate) {
  auto* pa = static_cast<const T*>(a);
  auto* pb = static_cast<const T*>(b);
  using Sum = typename SumOf<T>::Type;
  auto* pc = static_cast<Sum*>(c);
  Sum sums[kMr][kNr] = {};
  for (int64_t kk = 0; kk < k; ++kk)
    for (int i = 0; i < kMr; ++i)
      for (int j = 0; j < kNr; ++j)
        addProduct(sums[i][j], pa[kk * kMr + i], pb[kk * kNr + j]);
  for (int i = 0; i < kMr; ++i)
    for (int j = 0; j < kNr; ++j)
      pc[i * ldc + j] = accumulate ? pc[i * ldc + j] + sums[i][j] : sums[i][j];
}

template <typename T, int kMr, int kNr>
void plainStridedKernel(const void* a, int64_t rowStride, int64_t lda, const void* b, int64_t ldb,
                        const KernelRun* runs, int64_t numRuns, void* c, int64_t ldc,
                        int64_t accumulate) {
  std::vector<T> left, right;
  for (int64_t r = 0; r < numRuns; ++r)
    for (int64_t p = 0; p < runs[r].length; ++p) {
      for (int i = 0; i < kMr; ++i)
        left.push_back(static_cast<const T*>(a)[runs[r].a + i * rowStride + p * lda]);
      for (int j = 0; j < kNr; ++j)
        right.push_back(static_cast<const T*>(b)[runs[r].b + p * ldb + j]);
    }
  plainKernel<T, kMr, kNr>(left.data(), right.data(), c, int64_t(left.size()) / kMr, ldc,
                           accumulate);
}

// Tiles of up to kMost rows.
template <typename T, int kMost, int kNr, bool kHasNarrow = true>
const KernelTable& plainKernels() {
  static const KernelTable kernels = [] {
    KernelTable result = {kMost, kNr, {}, {}, nullptr};
    if constexpr (kHasNarrow)
      result.narrow = &plainKernels<T, kMost, kNr / 2, false>();
    auto set = [&]<int... row>(std::integer_sequence<int, row...>) {
      ((result.packed[row + 1] = plainKernel<T, row + 1, kNr>), ...);
      ((result.strided[row + 1] = plainStridedKernel<T, row + 1, kNr>), ...);
    };
    set(std::make_integer_sequence<int, kMost>());
    return result;
  }();
  return kernels;
}

} // namespace lz::contraction
