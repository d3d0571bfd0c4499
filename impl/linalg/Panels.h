// A matrix as panels of columns. A panel is as wide as a tile of the micro-kernels. It contains all
// rows of its columns, one row after the other. Zeros follow the last column of the matrix.
//
//   3 x 5, panels of 4 columns:   a00 a01 a02 a03  a10 a11 a12 a13  a20 ... | a04 0 0 0  a14 ...
//
// So k rows of a panel can be the operand B of a kernel (base/KernelTable.h), and the result also
// consists of rows of a panel. Rows do not share sets of the caches, even if the size of the matrix
// is a power of two. Algorithms load a matrix into panels, work there, and store it.
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
  // Returns the number of columns of the matrix that this panel contains.
  int64_t columnsOf(int64_t panel) const { return std::min(width, columns - panel * width); }
  T& operator()(int64_t i, int64_t j) const { return row(j / width, i)[j % width]; }

  static Panels take(Scratch& scratch, int64_t rows, int64_t columns, int64_t width) {
    return {scratch.take<T>(rows * ceilDiv(columns, width) * width), rows, columns, width};
  }
};

// loadPanel() copies rows [row, end) of a panel from the matrix, and storePanel() copies them back.
template <typename T>
void loadPanel(const Matrix<const T>& from, const Panels<T>& to, int64_t panel, int64_t row,
               int64_t end);
template <typename T>
void storePanel(const Panels<T>& from, int64_t panel, int64_t row, int64_t end,
                const Matrix<T>& to);

// loadPanels() and storePanels() copy an entire matrix. The threads of the pool divide the panels
// among themselves.
template <typename T>
void loadPanels(const Machine& machine, const Matrix<const T>& from, const Panels<T>& to);
template <typename T>
void storePanels(const Machine& machine, const Panels<T>& from, const Matrix<T>& to);

// The left operand `a` of a product c += a b or c = a b. It has m rows of k values. Value p of row
// i is data[i * rowStride + p * lda]. The other two matrices are panels: b has k rows, and c has m
// rows. A product can skip values of k: it gets the parts of k that it multiplies as a list of
// KernelRun (base/KernelTable.h).
template <typename T> struct LeftSide {
  const T* data;
  int64_t rowStride, lda;
};
template <typename T>
void multiply(const Machine& machine, const LeftSide<T>& a, int64_t m, const T* b,
              const KernelRun* runs, int64_t numRuns, T* c, bool accumulate = true);

// Computes c -= a b. `packed` has the rows of a, copied by packNegated().
template <typename T>
void subtractPacked(const Machine& machine, const T* packed, int64_t m, int64_t k, const T* b,
                    T* c);
// Copies -a to panels of rows, which have m * k numbers.
template <typename T> void packNegated(const Machine& machine, const Matrix<const T>& a, T* packed);

} // namespace lz::linalg
