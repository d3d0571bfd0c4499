// Rows are divided into blocks. To compute block i of x, the contribution of the earlier blocks is
// subtracted from b, and the result is divided by the triangle of the block:
//
//   x[i] = l[i][i] ^ -1 (b[i] - l[i][0..i) x[0..i))
//
// Threads first pack the blocks of l for the kernels, and then each thread takes some columns of x.
#include "linalg/TriangularSolve.h"

#include "linalg/Panels.h"
#include "linalg/SolveRows.h"

namespace lz::linalg {
namespace {

// A block of l is multiplied with at most this many panels at a time, while it is in the
// first-level cache.
// With a value of 2 or 8, triangular-solve-512 and -1024 of the bench take the same time (Zen 5).
constexpr int64_t kTogether = 4;

// Returns how many numbers are packed before block i. Blocks 0, 1, 2, ... have kBlock rows of 0,
// kBlock, 2 kBlock, ... values.
constexpr int64_t packedBefore(int64_t i) {
  return kBlock * kBlock * (i * (i - 1) / 2);
}

int64_t panelsTogether(int64_t panels, int workers) {
  return std::clamp<int64_t>(panels / workers, 1, kTogether);
}

template <typename T> struct Layout {
  T *packed, *triangles; // -l left of the diagonal blocks, packed; these blocks, row-major
  T* columns;            // panels of x, for each worker
  int64_t together;

  static Layout take(Scratch& scratch, const KernelTable& kernels, int workers, int64_t n,
                     int64_t columns) {
    const int64_t blocks = ceilDiv(n, kBlock), width = kernels.columns;
    const int64_t together = panelsTogether(ceilDiv(columns, width), workers);
    Layout layout{};
    layout.together = together;
    layout.packed = scratch.take<T>(packedBefore(blocks));
    layout.triangles = scratch.take<T>(n * kBlock);
    layout.columns = scratch.take<T>(workers * together * n * width);
    return layout;
  }
};

template <typename T> class Solve {
public:
  Solve(const Machine& machine, const Matrix<const T>& a, bool isUnit, const Layout<T>& layout)
      : machine_(machine), a_(a), isUnit_(isUnit), layout_(layout) {}

  void pack() const {
    const int64_t blocks = ceilDiv(a_.rows, kBlock);
    machine_.pool.parallelFor(
        blocks, machine_.costs().element * double(kBlock * a_.rows),
        [&](int64_t lo, int64_t hi, int) {
          for (int64_t i = lo; i < hi; ++i) {
            const int64_t row = i * kBlock, rows = rowsOf(i);
            packNegated(machine_, a_.block(row, 0, rows, row), layout_.packed + packedBefore(i));
            for (int64_t r = 0; r < rows; ++r)
              for (int64_t c = 0; c <= r; ++c)
                layout_.triangles[(row + r) * kBlock + c] = a_(row + r, row + c);
          }
        });
  }

  // Solves for panels [begin, end) of b and x. The panels are in the scratch of this worker.
  void solve(const Matrix<const T>& b, const Matrix<T>& x, int64_t begin, int64_t end,
             int worker) const {
    const int64_t n = a_.rows, width = machine_.kernels.columns, first = begin * width;
    const int64_t columns = std::min(end * width, b.columns) - first;
    const Panels<T> panels{layout_.columns + worker * layout_.together * n * width, n, columns,
                           width};
    const Matrix<const T> from = b.block(0, first, n, columns);
    for (int64_t p = 0; p < panels.count(); ++p)
      loadPanel(from, panels, p, 0, n);
    for (int64_t i = 0; i < ceilDiv(n, kBlock); ++i)
      for (int64_t p = 0; p < panels.count(); ++p)
        solveBlock(panels, p, i);
    for (int64_t p = 0; p < panels.count(); ++p)
      storePanel(panels, p, 0, n, x.block(0, first, n, columns));
  }

private:
  int64_t rowsOf(int64_t i) const { return std::min(kBlock, a_.rows - i * kBlock); }

  void solveBlock(const Panels<T>& panels, int64_t p, int64_t i) const {
    const int64_t row = i * kBlock, rows = rowsOf(i);
    T* x = panels.row(p, row);
    subtractPacked(machine_, layout_.packed + packedBefore(i), rows, row, panels.row(p, 0), x);
    const Matrix<const T> triangle{layout_.triangles + row * kBlock, rows, rows, kBlock, 1};
    solveRows(machine_.cpu, triangle, isUnit_, x, panels.width);
  }

  const Machine& machine_;
  const Matrix<const T>& a_;
  const bool isUnit_;
  const Layout<T>& layout_;
};

} // namespace

template <typename T>
void solveTriangular(const Machine& machine, const Matrix<const T>& a, bool isUnit,
                     const Matrix<const T>& b, const Matrix<T>& x, std::byte* scratch) {
  if (b.rows == 0 || b.columns == 0)
    return;
  Scratch pieces(scratch);
  const Layout<T> layout =
      Layout<T>::take(pieces, machine.kernels, machine.workers, a.rows, b.columns);
  const Solve<T> solve(machine, a, isUnit, layout);
  solve.pack();
  const int64_t panels = ceilDiv(b.columns, machine.kernels.columns);
  const int64_t units = ceilDiv(panels, layout.together);
  machine.pool.parallelEach(
      units, machine.ns(double(a.rows) * double(a.rows) * double(b.columns)),
      [&](int64_t unit, int worker) {
        const int64_t begin = unit * layout.together;
        solve.solve(b, x, begin, std::min(begin + layout.together, panels), worker);
      },
      machine.workers);
}

template <typename T>
int64_t triangularSolveScratch(const KernelTable& kernels, int workers, int64_t n,
                               int64_t columns) {
  Scratch count;
  Layout<T>::take(count, kernels, workers, n, columns);
  return count.bytes();
}

#define LZ_SOLVE(T)                                                                                \
  template void solveTriangular(const Machine&, const Matrix<const T>&, bool,                      \
                                const Matrix<const T>&, const Matrix<T>&, std::byte*);             \
  template int64_t triangularSolveScratch<T>(const KernelTable&, int, int64_t, int64_t)
LZ_SOLVE(float);
LZ_SOLVE(double);

} // namespace lz::linalg
