// Tiles of many rows by few columns, for contractions too small for the kernels of base/
// MicroKernels.h, whose tiles they would not fill. Internal to run.
#pragma once

#include "base/machine/MachineClass.h"
#include "contraction/plan/ThinPlan.h"

#include <cstdint>

namespace lz::contraction {

// C[i, j] = sum over p < k of A[i, p] * B[p, j], for i < rows and j < columns. Each sum starts from
// 0 and runs over k in order, with FMA from the class AVX2 on, as in base/KernelTable.h.
template <typename T> struct ThinBlock {
  // A[i, p] is a[i * rowStride + p * kStride].
  const T* a;
  int64_t rowStride, kStride, rows, k;
  // B[p, j] is b[p * thinWidth(columns) + j], with anything finite behind the columns.
  const T* b;
  int64_t columns;
  // C[i, j] is c[i * cStride + j], and thinWidth(columns) elements are written from each c[i *
  // cStride] on, row after row; or if `turned` it is c[j * cStride + i], and nothing else is
  // written.
  T* c;
  int64_t cStride;
  bool turned;
  MachineClass cpu;
};

void runThinBlock(const ThinBlock<float>& block);
void runThinBlock(const ThinBlock<double>& block);

} // namespace lz::contraction
