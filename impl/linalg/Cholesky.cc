// Rows of u are divided into blocks, and columns into panels. To compute block i of a panel, the
// contribution of the blocks above is subtracted from a, and the result is divided by the triangle
// on the diagonal:
//
//   u[i][c] = u[i][i] ^ -T (a[i][c] - u[0..i)[i]^T u[0..i)[c])
//
// After block i, the threads divide the panels to the right of its triangle among themselves. The
// first of these are the panels of block i + 1. The thread that updates them also factors the next
// triangle, so that no other thread waits for it.
#include "linalg/Cholesky.h"

#include "base/Cancel.h"
#include "linalg/Panels.h"
#include "linalg/SolveRows.h"

namespace lz::linalg {
namespace {

int64_t blockRows(int64_t width) {
  return std::max<int64_t>(1, kBlock / width) * width;
}

template <typename T> struct CholeskyScratch {
  Panels<T> panels;
  T *packed[2], *triangles[2];

  static CholeskyScratch take(Scratch& scratch, const KernelTable& kernels, int64_t n) {
    const int64_t block = blockRows(kernels.columns);
    CholeskyScratch pieces{Panels<T>::take(scratch, n, n, kernels.columns), {}, {}};
    for (int i = 0; i < 2; ++i) {
      pieces.packed[i] = scratch.take<T>(block * n);
      pieces.triangles[i] = scratch.take<T>(block * block);
    }
    return pieces;
  }
};

template <typename T> class Cholesky {
public:
  Cholesky(const Machine& machine, int64_t n, const CholeskyScratch<T>& scratch)
      : machine_(machine), n_(n), width_(machine.kernels.columns), block_(blockRows(width_)),
        panels_(scratch.panels), packed_(scratch.packed), triangles_(scratch.triangles) {}

  int64_t run(const Matrix<const T>& a, const Matrix<T>& u) {
    load(a);
    next(0);
    for (int64_t i = 0; i * block_ < n_ && info_ == 0; ++i) {
      if (isCancelled())
        return 0;
      divide(i);
    }
    if (info_ == 0)
      store(u);
    return info_;
  }

private:
  int64_t rowsOf(int64_t i) const { return std::min(block_, n_ - i * block_); }
  int64_t firstPanel(int64_t i) const { return std::min(i * block_ / width_, panels_.count()); }

  // Calls fn(panel, end) for all panels. Only the rows before `end` have elements in the upper
  // triangle.
  template <typename Fn> void forUpper(Fn fn) {
    machine_.pool.parallelFor(panels_.count(), machine_.costs().element * double(n_ * width_),
                              [&](int64_t lo, int64_t hi, int) {
                                for (int64_t p = lo; p < hi; ++p)
                                  fn(p, std::min((p + 1) * width_, n_));
                              });
  }

  void load(const Matrix<const T>& a) {
    forUpper([&](int64_t p, int64_t end) { loadPanel(a, panels_, p, 0, end); });
  }

  // Stores the upper triangle, and does not change the elements below the diagonal.
  void store(const Matrix<T>& u) {
    forUpper([&](int64_t p, int64_t) {
      const int64_t first = p * width_;
      storePanel(panels_, p, 0, first, u);
      for (int64_t j = 0; j < panels_.columnsOf(p); ++j)
        for (int64_t i = first; i <= first + j; ++i)
          u(i, first + j) = panels_.row(p, i)[j];
    });
  }

  // Subtracts the contribution of the rows above block i from the rows of block i in panel p.
  void update(int64_t i, int64_t p) {
    const int64_t row = i * block_, end = row + rowsOf(i);
    for (int64_t r = row; r < end; r += width_)
      subtractPacked(machine_, packed_[i % 2] + (r - row) * row, std::min(width_, end - r), row,
                     panels_.row(p, 0), panels_.row(p, r));
  }

  // Computes what the other panels need from block i: the negated rows above it, and its triangle.
  // All blocks above must be computed in the panels of block i.
  void next(int64_t i) {
    const int64_t row = i * block_, begin = firstPanel(i), end = firstPanel(i + 1);
    for (int64_t p = begin; p < end; ++p) {
      const Matrix<const T> above{panels_.row(p, 0), panels_.columnsOf(p), row, 1, width_};
      packNegated(machine_, above, packed_[i % 2] + (p * width_ - row) * row);
    }
    for (int64_t p = begin; p < end; ++p)
      update(i, p);
    T* triangle = triangles_[i % 2];
    const int64_t rows = rowsOf(i);
    forTriangle(i, [&](T* inPanel, T* row) { std::copy_n(inPanel, width_, row); });
    info_ = factorRows(machine_.cpu, rows, triangle, block_);
    if (info_ != 0)
      info_ += row;
    forTriangle(i, [&](T* inPanel, T* row) { std::copy_n(row, width_, inPanel); });
  }

  // Calls fn(row of the panel, row of the triangle) for each row of each panel of the block on the
  // diagonal.
  template <typename Fn> void forTriangle(int64_t i, Fn fn) {
    const int64_t row = i * block_;
    for (int64_t p = firstPanel(i); p < firstPanel(i + 1); ++p)
      for (int64_t r = 0; r < rowsOf(i); ++r)
        fn(panels_.row(p, row + r), triangles_[i % 2] + r * block_ + p * width_ - row);
  }

  void divide(int64_t i) {
    const int64_t behind = firstPanel(i + 1), after = firstPanel(i + 2);
    const int64_t units = behind == after ? 0 : 1 + panels_.count() - after;
    const double flops = 2.0 * double((i + 1) * block_) * double(block_) * double(width_);
    machine_.pool.parallelEach(units, machine_.ns(flops) * double(panels_.count() - behind),
                               [&](int64_t unit, int) {
                                 if (unit > 0)
                                   return solve(i, after + unit - 1);
                                 for (int64_t p = behind; p < after; ++p)
                                   solve(i, p);
                                 next(i + 1);
                               });
  }

  void solve(int64_t i, int64_t p) {
    update(i, p);
    const int64_t rows = rowsOf(i);
    const Matrix<const T> triangle{triangles_[i % 2], rows, rows, 1, block_};
    solveRows(machine_.cpu, triangle, false, panels_.row(p, i * block_), width_);
  }

  const Machine& machine_;
  const int64_t n_, width_, block_;
  const Panels<T>& panels_;
  // Each has one array for blocks with even numbers, and one for blocks with odd numbers.
  T *const *const packed_, *const *const triangles_;
  int64_t info_ = 0;
};

} // namespace

template <typename T>
int64_t factorCholesky(const Machine& machine, const Matrix<const T>& a, const Matrix<T>& u,
                       std::byte* scratch) {
  if (a.rows == 0)
    return 0;
  Scratch memory(scratch);
  const auto pieces = CholeskyScratch<T>::take(memory, machine.kernels, a.rows);
  return Cholesky<T>(machine, a.rows, pieces).run(a, u);
}

template <typename T> int64_t choleskyScratch(const KernelTable& kernels, int64_t n) {
  Scratch count;
  CholeskyScratch<T>::take(count, kernels, n);
  return count.bytes();
}

template int64_t factorCholesky(const Machine&, const Matrix<const float>&, const Matrix<float>&,
                                std::byte*);
template int64_t factorCholesky(const Machine&, const Matrix<const double>&, const Matrix<double>&,
                                std::byte*);
template int64_t choleskyScratch<float>(const KernelTable&, int64_t);
template int64_t choleskyScratch<double>(const KernelTable&, int64_t);

} // namespace lz::linalg
