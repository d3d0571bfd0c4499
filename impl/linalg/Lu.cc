// Columns are divided into blocks of several panels. When a block is factored, the threads divide
// the panels to its right among themselves. For each of these, a thread exchanges rows, solves for
// the rows of u, and subtracts their contribution from the rows below. The first of these panels
// form the next block. The thread that updates them also factors them, so that no other thread
// waits for it.
#include "linalg/Lu.h"

#include "base/Cancel.h"
#include "linalg/LuPanel.h"
#include "linalg/Panels.h"

namespace lz::linalg {
namespace {

template <typename E> int64_t panelsTogether(int64_t width) {
  return std::max<int64_t>(1, kBlock * kParts<E> / width);
}

template <typename E> struct LuPieces {
  using T = RealOf<E>;

  Panels<T> panels;
  T* negated; // for each worker: the negated rows of u in a form that kernels read; see apply()

  static LuPieces take(Scratch& scratch, const KernelTable& kernels, int workers, int64_t rows,
                       int64_t columns) {
    const int64_t width = kernels.columns;
    return {Panels<T>::take(scratch, rows, columns * kParts<E>, width),
            scratch.take<T>(workers * panelsTogether<E>(width) * width * width)};
  }
};

template <typename E> class Lu {
public:
  using T = RealOf<E>;

  Lu(const Machine& machine, int64_t rows, int64_t columns, int32_t* pivots,
     const LuPieces<E>& pieces)
      : machine_(machine), width_(machine.kernels.columns), columns_(width_ / kParts<E>),
        together_(panelsTogether<E>(width_)), steps_(std::min(rows, columns)),
        panels_(pieces.panels), pivots_(pivots), negated_(pieces.negated) {}

  int64_t run(const Matrix<const E>& a, const Matrix<E>& lu) {
    loadPanels<T>(machine_, realView(a), panels_);
    factor(blockAt(0), 0);
    for (int64_t first = 0; first * columns_ < steps_; first += together_) {
      if (isCancelled())
        return 0;
      eliminate(blockAt(first));
    }
    exchangeBefore();
    storePanels(machine_, panels_, realView(lu));
    for (int64_t j = 0; j < steps_; ++j)
      ++pivots_[j];
    return info_;
  }

private:
  // The panels from `first` on, with `steps` columns to factor.
  struct Block {
    int64_t first, steps;
  };
  Block blockAt(int64_t first) const {
    return {first, std::min(together_ * columns_, steps_ - first * columns_)};
  }

  void exchange(int64_t panel, int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j)
      if (pivots_[j] != j)
        std::swap_ranges(panels_.row(panel, j), panels_.row(panel, j) + width_,
                         panels_.row(panel, pivots_[j]));
  }

  // Applies a factored block to a panel to its right: computes the rows of u, and updates the rows
  // below.
  void apply(const Block& block, int64_t panel, int worker) {
    const int64_t top = block.first * columns_, end = top + block.steps;
    T* negated = negated_ + worker * together_ * width_ * width_;
    std::array<KernelRun, 64> runs;
    int64_t numRuns = 0;
    exchange(panel, top, end);
    for (int64_t row = top; row < end; row += columns_) {
      const int64_t rows = std::min(columns_, end - row), t = numRuns;
      const E* triangle = elementsOf<E>(panels_.row(block.first + t, row));
      T* to = negated + t * width_ * width_;
      solveAndNegate(machine_.cpu, Matrix<const E>{triangle, rows, rows, columns_, 1},
                     panels_.row(panel, row), width_, to);
      runs[size_t(numRuns++)] = {t * panels_.rows * width_, t * width_ * width_, rows * kParts<E>};
      const KernelRun one{0, 0, rows * kParts<E>};
      multiply(machine_, LeftSide<T>{panels_.row(block.first + t, row + rows), width_, 1},
               end - row - rows, to, &one, 1, panels_.row(panel, row + rows));
    }
    multiply(machine_, LeftSide<T>{panels_.row(block.first, end), width_, 1}, panels_.rows - end,
             negated, runs.data(), numRuns, panels_.row(panel, end));
  }

  void factor(const Block& block, int worker) {
    for (int64_t t = 0; t < together_ && block.first + t < panels_.count(); ++t) {
      const int64_t panel = block.first + t, row = panel * columns_;
      if (t > 0)
        apply({block.first, std::min(t * columns_, block.steps)}, panel, worker);
      const int64_t steps = std::min(columns_, block.first * columns_ + block.steps - row);
      if (steps <= 0)
        continue;
      const int64_t info = factorLuPanel(machine_.cpu, elementsOf<E>(panels_.row(panel, 0)),
                                         columns_, row, panels_.rows, steps, pivots_ + row);
      if (info != 0 && info_ == 0)
        info_ = row + info;
      for (int64_t before = block.first; before < panel; ++before)
        exchange(before, row, row + steps);
    }
  }

  void eliminate(const Block& block) {
    const int64_t behind = block.first + together_;
    const bool hasNext = behind * columns_ < steps_;
    const int64_t after = hasNext ? std::min(behind + together_, panels_.count()) : behind;
    const int64_t units = int64_t(hasNext) + std::max<int64_t>(0, panels_.count() - after);
    const double flops =
        2.0 * double(panels_.rows - block.first * columns_) * double(kBlock * kParts<E>);
    machine_.pool.parallelEach(
        units, machine_.ns(flops * double(units * width_)),
        [&](int64_t unit, int worker) {
          if (!hasNext || unit > 0)
            return apply(block, after + unit - int64_t(hasNext), worker);
          for (int64_t panel = behind; panel < after; ++panel)
            apply(block, panel, worker);
          factor(blockAt(behind), worker);
        },
        machine_.workers);
  }

  // The panels of l still need the row exchanges of later blocks. Makes these exchanges.
  void exchangeBefore() {
    machine_.pool.parallelFor(panels_.count(), machine_.costs().exchange * double(steps_),
                              [&](int64_t lo, int64_t hi, int) {
                                for (int64_t panel = lo; panel < hi; ++panel)
                                  exchange(panel, (panel / together_ + 1) * together_ * columns_,
                                           steps_);
                              });
  }

  const Machine& machine_;
  // The width of a panel is width_ real numbers, or columns_ elements.
  const int64_t width_, columns_, together_, steps_;
  const Panels<T>& panels_;
  int32_t* const pivots_;
  T* const negated_;
  int64_t info_ = 0;
};

} // namespace

template <typename E>
int64_t factorLu(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& lu,
                 int32_t* pivots, std::byte* scratch) {
  if (a.rows == 0 || a.columns == 0)
    return 0;
  Scratch memory(scratch);
  const auto pieces =
      LuPieces<E>::take(memory, machine.kernels, machine.workers, a.rows, a.columns);
  return Lu<E>(machine, a.rows, a.columns, pivots, pieces).run(a, lu);
}

template <typename E>
int64_t luScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns) {
  Scratch count;
  LuPieces<E>::take(count, kernels, workers, rows, columns);
  return count.bytes();
}

#define LZ_LU(E)                                                                                   \
  template int64_t factorLu(const Machine&, const Matrix<const E>&, const Matrix<E>&, int32_t*,    \
                            std::byte*);                                                           \
  template int64_t luScratch<E>(const KernelTable&, int, int64_t, int64_t)
LZ_LU(float);
LZ_LU(double);
LZ_LU(Complex<float>);
LZ_LU(Complex<double>);

} // namespace lz::linalg
