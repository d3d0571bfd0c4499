// The inner loops of products of few rows with a matrix. Only for files of contraction/run.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Computes sums[i][j] += sum over p < k of few[p * rows + i] * matrix[p * kStride + j]. p runs in
// order. Uses FMA if the CPU class has it.
template <typename T> struct StreamedBlock {
  const T* matrix;
  int64_t kStride;
  const T* few;
  int64_t rows, k, columns; // at most kMostStreamedRows rows
  T* sums;                  // each row has `columns` elements
  MachineClass cpu;
};

void addRows(const StreamedBlock<float>& block);
void addRows(const StreamedBlock<double>& block);

} // namespace lz::contraction
