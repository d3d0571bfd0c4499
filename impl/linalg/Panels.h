// A matrix as panels of columns, as wide as the micro-kernels' tiles: a panel is all rows of its
// columns, side by side in memory, and zeros beyond the last column.
//
//   3 x 5, panels of 4 columns:   a00 a01 a02 a03  a10 a11 a12 a13  a20 ... | a04 0 0 0  a14 ...
//
// So k rows of a panel are what a kernel multiplies with (B of MicroKernels.h), and its result is
// rows of a panel again; rows of a matrix of a power of two lie in different sets of the caches.
// Algorithms load a matrix into panels, work there, and store it.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

#include <algorithm>

namespace lz::linalg {

template <typename T> struct Panels {
  T* data;
  int64_t rows, columns;
  int64_t width;

  int64_t count() const { return ceilDiv(columns, width); }
  T* row(int64_t panel, int64_t i) const { return data + (panel * rows + i) * width; }
  // The columns of this panel that the matrix has.
  int64_t columnsOf(int64_t panel) const { return std::min(width, columns - panel * width); }
  T& operator()(int64_t i, int64_t j) const { return row(j / width, i)[j % width]; }

  static Panels take(Scratch& scratch, int64_t rows, int64_t columns, int64_t width) {
    return {scratch.take<T>(rows * ceilDiv(columns, width) * width), rows, columns, width};
  }
};

// Copies rows [row, end) of a panel.
template <typename T>
void loadPanel(const Matrix<const T>& from, const Panels<T>& to, int64_t panel, int64_t row,
               int64_t end);
template <typename T>
void storePanel(const Panels<T>& from, int64_t panel, int64_t row, int64_t end,
                const Matrix<T>& to);

// Threads of the pool share the whole matrix.
template <typename T>
void loadPanels(const Machine& machine, const Matrix<const T>& from, const Panels<T>& to);
template <typename T>
void storePanels(const Machine& machine, const Panels<T>& from, const Matrix<T>& to);

// c += a b, or c = a b. `a` has m rows of k values: value p of row i is a[i * rowStride + p * lda],
// and in several runs as KernelRun has it. `b` is k rows of a panel, and c m rows of one.
template <typename T> struct LeftSide {
  const T* data;
  int64_t rowStride, lda;
};
template <typename T>
void multiply(const Machine& machine, const LeftSide<T>& a, int64_t m, const T* b,
              const KernelRun* runs, int64_t numRuns, T* c, bool accumulate = true);

// Subtracts a product from c, c -= a b, where packNegated() has copied the rows of a.
template <typename T>
void subtractPacked(const Machine& machine, const T* packed, int64_t m, int64_t k, const T* b,
                    T* c);
// Copies -a to panels of rows, m * k numbers.
template <typename T> void packNegated(const Machine& machine, const Matrix<const T>& a, T* packed);

} // namespace lz::linalg
