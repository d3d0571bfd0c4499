// Computes dot products of a few packed rows with rows that are contiguous along k. Only for files
// of contraction/run.
#pragma once

#include "base/machine/MachineClass.h"
#include "contraction/plan/DotsPlan.h"

#include <cstdint>

namespace lz::contraction {

// sums[j * stride + i] += sum over kk < kc of few[i * kc + kk] * rows[j][kk], for i < numFew and j
// < numRows. Each sum has kDotLanes chains along k, which are joined in a fixed order. On AVX2 and
// better CPU classes, FMA is used.
template <typename T> struct DotBlock {
  const T* few;
  int64_t numFew;
  const T* const* rows;
  int64_t numRows, kc;
  T* sums;
  int64_t stride;
  MachineClass cpu;
};

void addDots(const DotBlock<float>& block);
void addDots(const DotBlock<double>& block);

} // namespace lz::contraction
