// The inner kernels of contractions, which compute tiles in registers: codegen makes them,
// contraction/run calls them.
#pragma once

#include <cstdint>

namespace lz {

// A kernel computes one tile, `rows` x `columns`, of
//
//   C[i, j] = sum over p < k of A[i, p] * B[p, j], plus what C held if `accumulate` is not 0
//
// C is row-major, with rows `ldc` elements apart. Pointers need the alignment of an element, or of
// half a pair. Strides and offsets count elements, and k may be 0. Each sum runs over k in order,
// with FMA where the CPU class has it. The kernels of all heights, and those for runs, add in the
// same order.
//
// Elements are f32, f64, or pairs. Pairs of i16 are 32 bits of A and of B that are two integers; a
// product of two is the sum of two products, C is i32, and all wraps. A pair of bf16 is two values
// of bf16 in 32 bits; the product of two pairs is the sum of two products, added to an f32 of C.
// That sum is rounded to f32 after the product of the high halves and after that of the low ones,
// to the nearest, halves to even; denormal values, of bf16 and of f32, count as zeros.

// A[i, p] is a[p * rows + i], B[p, j] is b[p * columns + j].
using PackedKernelFn = void (*)(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                                int64_t accumulate);

// A and B where they lie. k is cut into runs; for the p-th value of a run
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
// The rows of the tallest tile, all of whose sums stay in registers: 28 of 32 with AVX-512, 12 of
// 16 with AVX2, and 8 of 16 with SSE, which also needs registers for the products as it has no FMA.
constexpr int tallestTile(int registers, bool hasFma) {
  const int others = hasFma ? 4 : 8;
  return (registers - others) / kTileVectors;
}

// The kernels of one element type: tiles of 1 .. mostRows rows, all `columns` wide.
struct KernelTable {
  static constexpr int kMostRows = 14;

  int mostRows, columns;
  PackedKernelFn packed[kMostRows + 1]; // by rows; [0] is nullptr
  StridedKernelFn strided[kMostRows + 1];
  const KernelTable* narrow; // for half as many columns, with the same bits; or nullptr
};

} // namespace lz
