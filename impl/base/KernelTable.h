// The micro-kernels of contractions, which compute tiles in registers. codegen makes them, and
// contraction/run calls them.
#pragma once

#include "base/DType.h"

#include <cstdint>

namespace lz {

// A kernel computes one tile, `rows` x `columns`, of
//
//   C[i, j] = sum over p < k of A[i, p] * B[p, j], plus what C held if `accumulate` is not 0
//
// C is row-major, with rows `ldc` elements apart. Pointers must be aligned to the size of an
// element. Pointers to pairs need only half of this alignment. Strides and offsets count elements.
// k can be 0. Each sum runs over k in order, with FMA if the CPU class has it. Kernels of all
// heights, and the kernels for runs of k (KernelRun), add in the same order.
//
// Elements are f32, f64, or pairs. A pair is two values of i16 or bf16 in 32 bits. The product of
// two pairs is the sum of the products of their halves. For pairs of i16, C is i32 and all
// arithmetic wraps. For pairs of bf16, C is f32. The product of the high halves is added first, and
// then the product of the low halves. Each of the two sums is rounded to the nearest f32, ties to
// even. Denormal values of bf16 and f32 count as zeros.

// A[i, p] is a[p * rows + i], B[p, j] is b[p * columns + j].
using PackedKernelFn = void (*)(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                                int64_t accumulate);

// Reads A and B in place. k is split into runs, each of which is an interval of k. For the p-th
// value of a run
//
//   A[i, p] is a[run.a + i * rowStride + p * lda], B[p, j] is b[run.b + p * ldb + j]
struct KernelRun {
  int64_t a, b, length;
};
using StridedKernelFn = void (*)(const void* a, int64_t rowStride, int64_t lda, const void* b,
                                 int64_t ldb, const KernelRun* runs, int64_t numRuns, void* c,
                                 int64_t ldc, int64_t accumulate);

// A tile is two vectors wide.
inline constexpr int kTileVectors = 2;
// Returns the number of rows of the tallest tile that can keep all of its sums in registers. The
// sums take 28 of 32 registers with AVX-512, and 12 of 16 with AVX2. Without FMA, products need
// registers, too, so the sums take only 8 of the 16 registers of SSE.
constexpr int tallestTile(int registers, bool hasFma) {
  const int others = hasFma ? 4 : 8;
  return (registers - others) / kTileVectors;
}

// The kernels of one element type: tiles of 1 .. mostRows rows, all `columns` wide.
struct KernelTable {
  static constexpr int kMostRows = 14;

  int mostRows, columns;
  PackedKernelFn packed[kMostRows + 1]; // [r] has tiles of r rows; [0] is nullptr
  StridedKernelFn strided[kMostRows + 1];
  const KernelTable* narrow; // kernels of half the width with the same results, or nullptr
};

// The kernels of one CPU class.
struct KernelSet {
  const KernelTable *f32, *f64;
  const KernelTable* pairsOfS16;  // compute in S32
  const KernelTable* pairsOfBf16; // nullptr if the kernels of f32 are faster

  // Returns the kernels that compute in F32, F64 or S32.
  const KernelTable& of(DType compute) const {
    return compute == DType::S32 ? *pairsOfS16 : compute == DType::F64 ? *f64 : *f32;
  }
};

} // namespace lz
