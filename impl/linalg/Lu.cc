// Columns come in blocks of some panels. Once a block is factored, threads share the panels behind
// it: each exchanges rows of one, solves for its rows of u, and subtracts what they contribute
// below. The first of them are those of the next block: who has them also factors it, so that
// nobody waits for that.
#include "linalg/Lu.h"

#include "base/Cancel.h"
#include "linalg/LuPanel.h"
#include "linalg/Panels.h"
#include "linalg/SolveRows.h"

namespace lz::linalg {
namespace {

constexpr int64_t kBlock = 64; // columns, about

template <typename T> class Lu {
public:
  Lu(const Machine& machine, int64_t rows, int64_t columns, int32_t* pivots, Scratch& scratch)
      : machine_(machine), width_(machine.kernels.columns),
        together_(std::max<int64_t>(1, kBlock / width_)), steps_(std::min(rows, columns)),
        panels_(Panels<T>::take(scratch, rows, columns, width_)), pivots_(pivots),
        negated_(scratch.take<T>(machine.workers * together_ * width_ * width_)) {}

  int64_t run(const Matrix<const T>& a, const Matrix<T>& lu) {
    loadPanels(machine_, a, panels_);
    factor(blockAt(0), 0);
    for (int64_t first = 0; first * width_ < steps_; first += together_) {
      if (isCancelled())
        return 0;
      eliminate(blockAt(first));
    }
    exchangeBefore();
    storePanels(machine_, panels_, lu);
    for (int64_t j = 0; j < steps_; ++j)
      ++pivots_[j];
    return info_;
  }

private:
  // Panels from `first` on with `steps` columns that are factored.
  struct Block {
    int64_t first, steps;
  };
  Block blockAt(int64_t first) const {
    return {first, std::min(together_ * width_, steps_ - first * width_)};
  }

  void exchange(int64_t panel, int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j)
      if (pivots_[j] != j)
        std::swap_ranges(panels_.row(panel, j), panels_.row(panel, j) + width_,
                         panels_.row(panel, pivots_[j]));
  }

  // A panel behind the block becomes rows of u on the block's rows, and what is left below.
  void apply(const Block& block, int64_t panel, int worker) {
    const int64_t top = block.first * width_, end = top + block.steps;
    T* negated = negated_ + worker * together_ * width_ * width_;
    std::array<KernelRun, 64> runs;
    int64_t numRuns = 0;
    exchange(panel, top, end);
    for (int64_t row = top; row < end; row += width_) {
      const int64_t rows = std::min(width_, end - row), t = numRuns;
      T* x = panels_.row(panel, row);
      solveRows(machine_.cpu,
                Matrix<const T>{panels_.row(block.first + t, row), rows, rows, width_, 1}, true, x,
                width_);
      for (int64_t i = 0; i < rows * width_; ++i)
        negated[t * width_ * width_ + i] = -x[i];
      runs[size_t(numRuns++)] = {t * panels_.rows * width_, t * width_ * width_, rows};
      const KernelRun one{0, 0, rows};
      multiply(machine_, LeftSide<T>{panels_.row(block.first + t, row + rows), width_, 1},
               end - row - rows, negated + t * width_ * width_, &one, 1,
               panels_.row(panel, row + rows));
    }
    multiply(machine_, LeftSide<T>{panels_.row(block.first, end), width_, 1}, panels_.rows - end,
             negated, runs.data(), numRuns, panels_.row(panel, end));
  }

  void factor(const Block& block, int worker) {
    for (int64_t t = 0; t < together_ && block.first + t < panels_.count(); ++t) {
      const int64_t panel = block.first + t, row = panel * width_;
      if (t > 0)
        apply({block.first, std::min(t * width_, block.steps)}, panel, worker);
      const int64_t steps = std::min(width_, block.first * width_ + block.steps - row);
      if (steps <= 0)
        continue;
      const int64_t info = factorLuPanel(machine_.cpu, panels_.row(panel, 0), width_, row,
                                         panels_.rows, steps, pivots_ + row);
      if (info != 0 && info_ == 0)
        info_ = row + info;
      for (int64_t before = block.first; before < panel; ++before)
        exchange(before, row, row + steps);
    }
  }

  void eliminate(const Block& block) {
    const int64_t behind = block.first + together_;
    const bool hasNext = behind * width_ < steps_;
    const int64_t after = hasNext ? std::min(behind + together_, panels_.count()) : behind;
    const int64_t units = int64_t(hasNext) + std::max<int64_t>(0, panels_.count() - after);
    const double flops = 2.0 * double(panels_.rows - block.first * width_) * double(kBlock);
    machine_.pool.parallelEach(
        units, Machine::ns(flops * double(units * width_)),
        [&](int64_t unit, int worker) {
          if (!hasNext || unit > 0)
            return apply(block, after + unit - int64_t(hasNext), worker);
          for (int64_t panel = behind; panel < after; ++panel)
            apply(block, panel, worker);
          factor(blockAt(behind), worker);
        },
        machine_.workers);
  }

  // Panels of l see what the blocks behind them exchange.
  void exchangeBefore() {
    machine_.pool.parallelFor(
        panels_.count(), double(steps_) * 10, [&](int64_t lo, int64_t hi, int) {
          for (int64_t panel = lo; panel < hi; ++panel)
            exchange(panel, (panel / together_ + 1) * together_ * width_, steps_);
        });
  }

  const Machine& machine_;
  const int64_t width_, together_, steps_;
  const Panels<T> panels_;
  int32_t* const pivots_;
  T* const negated_; // by worker, of each panel of a block what apply() needs
  int64_t info_ = 0;
};

} // namespace

template <typename T>
int64_t factorLu(const Machine& machine, const Matrix<const T>& a, const Matrix<T>& lu,
                 int32_t* pivots, std::byte* scratch) {
  if (a.rows == 0 || a.columns == 0)
    return 0;
  Scratch pieces(scratch);
  return Lu<T>(machine, a.rows, a.columns, pivots, pieces).run(a, lu);
}

template <typename T>
int64_t luScratch(const MicroKernels& kernels, int workers, int64_t rows, int64_t columns) {
  Scratch count;
  ThreadPool pool(1);
  Lu<T>({kernels, CpuClass::V2, pool, workers}, rows, columns, nullptr, count);
  return count.bytes();
}

#define LZ_LU(T)                                                                                   \
  template int64_t factorLu(const Machine&, const Matrix<const T>&, const Matrix<T>&, int32_t*,    \
                            std::byte*);                                                           \
  template int64_t luScratch<T>(const MicroKernels&, int, int64_t, int64_t)
LZ_LU(float);
LZ_LU(double);

} // namespace lz::linalg
