// Computes tiles of many rows by few columns, for contractions that would not fill the tiles of the
// micro-kernels (base/KernelTable.h). Only for files of contraction/run.
#pragma once

#include "base/machine/MachineClass.h"
#include "contraction/plan/ThinPlan.h"

#include <cstdint>

namespace lz::contraction {

// C[i, j] = sum over p < k of A[i, p] * B[p, j], for i < rows and j < columns. Each sum starts from
// 0 and runs over k in order, with FMA on AVX2 and better CPU classes, as in base/KernelTable.h.
template <typename T> struct ThinBlock {
  // A[i, p] is a[i * rowStride + p * kStride].
  const T* a;
  int64_t rowStride, kStride, rows, k;
  // B[p, j] is b[p * thinWidth(columns) + j]. The numbers after the columns can be any finite
  // numbers.
  const T* b;
  int64_t columns;
  // If `turned`, C[i, j] is c[j * cStride + i]. Otherwise it is c[i * cStride + j], and
  // thinWidth(columns) elements of each row are written. The elements after the last column are
  // overwritten by the next row.
  T* c;
  int64_t cStride;
  bool turned;
  bool isPrefetched; // whether A is prefetched; requires a kStride of 1
  MachineClass cpu;
};

void runThinBlock(const ThinBlock<float>& block);
void runThinBlock(const ThinBlock<double>& block);

} // namespace lz::contraction
