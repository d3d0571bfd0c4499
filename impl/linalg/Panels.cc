#include "linalg/Panels.h"

namespace lz::linalg {
namespace {

// Returns how many rows a tile has. All tiles get about equal heights, so no tile has only a few
// rows.
int64_t tileRows(const KernelTable& kernels, int64_t m) {
  const int64_t tiles = ceilDiv(m, kernels.mostRows);
  return tiles == 0 ? 1 : ceilDiv(m, tiles);
}

// Copies to[i * toStride + j] = from[j * outer + i * inner] for a few values of i (kTurned at
// most). So the cache lines that are written stay in the first-level cache.
template <typename T>
void turn(const T* from, int64_t outer, int64_t inner, int64_t columns, int64_t rows, T* to,
          int64_t toStride) {
  if (rows == kTurned && inner == 1) {
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < kTurned; ++i)
        to[i * toStride + j] = from[j * outer + i];
    return;
  }
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      to[i * toStride + j] = from[j * outer + i * inner];
}

template <typename Fn>
void forPieces(const Machine& machine, int64_t panels, int64_t rows, int64_t width, Fn fn) {
  // The programs qr-512 and lu-1024 of the bench take the same time with kRows = 128, 256 and 512
  // (Zen 5).
  constexpr int64_t kRows = 256;
  const int64_t pieces = ceilDiv(rows, kRows);
  machine.pool.parallelFor(panels * pieces, machine.costs().element * double(kRows * width),
                           [&](int64_t lo, int64_t hi, int) {
                             for (int64_t i = lo; i < hi; ++i) {
                               const int64_t row = i % pieces * kRows;
                               fn(i / pieces, row, std::min(row + kRows, rows));
                             }
                           });
}

} // namespace

template <typename T>
void loadPanel(const Matrix<const T>& from, const Panels<T>& to, int64_t panel, int64_t row,
               int64_t end) {
  const int64_t width = to.width, columns = to.columnsOf(panel), first = panel * width;
  if (from.columnStride == 1) {
    for (int64_t i = row; i < end; ++i)
      std::copy_n(&from(i, first), columns, to.row(panel, i));
  } else {
    for (int64_t i = row; i < end; i += kTurned)
      turn(&from(i, first), from.columnStride, from.rowStride, columns, std::min(kTurned, end - i),
           to.row(panel, i), width);
  }
  if (columns < width)
    for (int64_t i = row; i < end; ++i)
      std::fill(to.row(panel, i) + columns, to.row(panel, i) + width, T(0));
}

template <typename T>
void storePanel(const Panels<T>& from, int64_t panel, int64_t row, int64_t end,
                const Matrix<T>& to) {
  const int64_t columns = from.columnsOf(panel), first = panel * from.width;
  if (to.columnStride == 1) {
    for (int64_t i = row; i < end; ++i)
      std::copy_n(from.row(panel, i), columns, &to(i, first));
    return;
  }
  for (int64_t i0 = row; i0 < end; i0 += kTurned)
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = i0; i < std::min(i0 + kTurned, end); ++i)
        to(i, first + j) = from.row(panel, i)[j];
}

template <typename T>
void loadPanels(const Machine& machine, const Matrix<const T>& from, const Panels<T>& to) {
  forPieces(machine, to.count(), to.rows, to.width,
            [&](int64_t panel, int64_t row, int64_t end) { loadPanel(from, to, panel, row, end); });
}

template <typename T>
void storePanels(const Machine& machine, const Panels<T>& from, const Matrix<T>& to) {
  forPieces(
      machine, from.count(), from.rows, from.width,
      [&](int64_t panel, int64_t row, int64_t end) { storePanel(from, panel, row, end, to); });
}

template <typename T>
void multiply(const Machine& machine, const LeftSide<T>& a, int64_t m, const T* b,
              const KernelRun* runs, int64_t numRuns, T* c, bool accumulate) {
  const KernelTable& kernels = machine.kernels;
  const int64_t most = tileRows(kernels, m), width = kernels.columns;
  for (int64_t i = 0; i < m; i += most)
    kernels.strided[std::min(most, m - i)](a.data + i * a.rowStride, a.rowStride, a.lda, b, width,
                                           runs, numRuns, c + i * width, width, accumulate);
}

template <typename T>
void subtractPacked(const Machine& machine, const T* packed, int64_t m, int64_t k, const T* b,
                    T* c) {
  const KernelTable& kernels = machine.kernels;
  const int64_t most = tileRows(kernels, m), width = kernels.columns;
  for (int64_t i = 0; i < m; i += most)
    kernels.packed[std::min(most, m - i)](packed + i * k, b, c + i * width, k, width, true);
}

template <typename T>
void packNegated(const Machine& machine, const Matrix<const T>& a, T* packed) {
  const int64_t most = tileRows(machine.kernels, a.rows), k = a.columns;
  for (int64_t i0 = 0; i0 < a.rows; i0 += most) {
    const int64_t rows = std::min(most, a.rows - i0);
    T* panel = packed + i0 * k;
    for (int64_t p = 0; p < k; p += kTurned)
      turn(&a(i0, p), a.rowStride, a.columnStride, rows, std::min(kTurned, k - p), panel + p * rows,
           rows);
    for (int64_t i = 0; i < rows * k; ++i)
      panel[i] = -panel[i];
  }
}

#define LZ_PANELS(T)                                                                               \
  template void loadPanel(const Matrix<const T>&, const Panels<T>&, int64_t, int64_t, int64_t);    \
  template void storePanel(const Panels<T>&, int64_t, int64_t, int64_t, const Matrix<T>&);         \
  template void loadPanels(const Machine&, const Matrix<const T>&, const Panels<T>&);              \
  template void storePanels(const Machine&, const Panels<T>&, const Matrix<T>&);                   \
  template void multiply(const Machine&, const LeftSide<T>&, int64_t, const T*, const KernelRun*,  \
                         int64_t, T*, bool);                                                       \
  template void subtractPacked(const Machine&, const T*, int64_t, int64_t, const T*, T*);          \
  template void packNegated(const Machine&, const Matrix<const T>&, T*)
LZ_PANELS(float);
LZ_PANELS(double);

} // namespace lz::linalg
