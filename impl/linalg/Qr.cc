// Columns come in blocks of some panels. Once a block has its reflectors, threads share the panels
// behind it. The first of them are those of the next block: who has them also finds its
// reflectors, so that nobody waits for that.
#include "linalg/Qr.h"

#include "base/Cancel.h"
#include "linalg/Reflectors.h"

namespace lz::linalg {
namespace {

template <typename E> class Qr {
public:
  using T = RealOf<E>;

  Qr(const Machine& machine, int64_t rows, int64_t columns, E* tau, Scratch& scratch)
      : machine_(machine), width_(machine.kernels.columns), columns_(width_ / kParts<E>),
        together_(panelsOfBlock(machine.kernels)), steps_(std::min(rows, columns)),
        panels_(Panels<T>::take(scratch, rows, columns * kParts<E>, width_)), tau_(tau),
        blocks_{Reflectors<T>::take(scratch, machine.kernels, rows),
                Reflectors<T>::take(scratch, machine.kernels, rows)},
        sumsOfOne_(2 * Reflectors<T>::stride(machine.kernels) * width_),
        sums_(scratch.take<T>(machine.workers * sumsOfOne_)) {}

  void run(const Matrix<const E>& a, const Matrix<E>& qr) {
    loadPanels<T>(machine_, realView(a), panels_);
    factor(0, 0);
    for (int64_t first = 0; first * columns_ < steps_; first += together_) {
      if (isCancelled())
        return;
      eliminate(first);
    }
    storePanels(machine_, panels_, realView(qr));
  }

private:
  // Of the block whose first panel is this one: its rows are those from its diagonal on.
  Reflectors<T> blockAt(int64_t first) const {
    Reflectors<T> block = blocks_[size_t(first / together_ % 2)];
    block.v.rows = panels_.rows - first * columns_;
    return block;
  }
  int64_t panelsWithSteps(int64_t first) const {
    return std::min(together_, ceilDiv(steps_ - first * columns_, columns_));
  }
  T* sumsOf(int worker) const { return sums_ + worker * sumsOfOne_; }

  void factor(int64_t first, int worker) {
    const Reflectors<T> block = blockAt(first);
    const int64_t top = first * columns_;
    for (int64_t t = 0; t < together_ && first + t < panels_.count(); ++t) {
      const int64_t row = top + t * columns_, steps = std::min(columns_, steps_ - row);
      for (int64_t before = 0; before < std::min(t, panelsWithSteps(first)); ++before)
        applyReflectors<E>(machine_, block, before, before + 1, true, panels_, first + t, top,
                           sumsOf(worker));
      if (steps <= 0)
        continue;
      factorQrPanel(machine_.cpu, elementsOf<E>(panels_.row(first + t, 0)), columns_, row,
                    panels_.rows, steps, tau_ + row);
      addReflectors<E>(machine_, panels_, first + t, top, steps, tau_ + row, t, block);
    }
  }

  void eliminate(int64_t first) {
    const int64_t behind = std::min(first + together_, panels_.count());
    const bool hasNext = behind * columns_ < steps_;
    const int64_t after = hasNext ? std::min(behind + together_, panels_.count()) : behind;
    const int64_t units = int64_t(hasNext) + panels_.count() - after;
    const double flops = 4.0 * double(panels_.rows - first * columns_) * double(kReflectors);
    machine_.pool.parallelEach(
        units, Machine::ns(flops * double(units * width_)),
        [&](int64_t unit, int worker) {
          if (!hasNext || unit > 0)
            return apply(first, after + unit - int64_t(hasNext), worker);
          for (int64_t panel = behind; panel < after; ++panel)
            apply(first, panel, worker);
          factor(behind, worker);
        },
        machine_.workers);
  }

  void apply(int64_t first, int64_t panel, int worker) {
    applyReflectors<E>(machine_, blockAt(first), 0, panelsWithSteps(first), true, panels_, panel,
                       first * columns_, sumsOf(worker));
  }

  const Machine& machine_;
  const int64_t width_, columns_, together_, steps_; // of a panel: in real numbers, in elements
  const Panels<T> panels_;
  E* const tau_;
  const Reflectors<T> blocks_[2]; // by turns: the next one is made while one is applied
  const int64_t sumsOfOne_;
  T* const sums_; // by worker
};

// Every panel of q begins as columns of the identity, and the blocks are applied to it from the
// last one on. Blocks that begin behind its columns do not change it.
template <typename E> class FormQ {
public:
  using T = RealOf<E>;

  FormQ(const Machine& machine, int64_t rows, int64_t columns, int64_t count, Scratch& scratch)
      : machine_(machine), width_(machine.kernels.columns), columns_(width_ / kParts<E>),
        together_(panelsOfBlock(machine.kernels)), count_(count),
        from_(Panels<T>::take(scratch, rows, count * kParts<E>, width_)),
        q_(Panels<T>::take(scratch, rows, columns * kParts<E>, width_)),
        sumsOfOne_(2 * stride() * width_), sums_(scratch.take<T>(machine.workers * sumsOfOne_)),
        triangles_(scratch.take<T>(numBlocks() * stride() * stride())),
        vectors_(scratch.take<T>(numBlocks() * rows * stride())) {}

  void run(const Matrix<const E>& a, const E* tau, const Matrix<E>& q) {
    loadPanels<T>(machine_, realView(a.block(0, 0, a.rows, count_)), from_);
    const double flops = 2.0 * double(from_.rows) * double(kReflectors);
    machine_.pool.parallelEach(numBlocks(),
                               Machine::ns(flops * double(kReflectors)) * double(numBlocks()),
                               [&](int64_t b, int) { makeBlock(b, tau); });
    machine_.pool.parallelEach(
        q_.count(), Machine::ns(2.0 * flops * double(count_ * q_.columns) / double(kReflectors)),
        [&](int64_t panel, int worker) { makePanel(panel, sums_ + worker * sumsOfOne_); },
        machine_.workers);
    storePanels(machine_, q_, realView(q));
  }

private:
  int64_t stride() const { return Reflectors<T>::stride(machine_.kernels); }
  int64_t perBlock() const { return stride() / kParts<E>; } // reflectors
  int64_t numBlocks() const { return ceilDiv(count_, perBlock()); }
  int64_t panelsOf(int64_t b) const { return std::min(together_, from_.count() - b * together_); }
  Reflectors<T> blockAt(int64_t b) const {
    const int64_t rows = from_.rows - b * perBlock();
    return {{vectors_ + b * from_.rows * stride(), rows, stride(), width_},
            triangles_ + b * stride() * stride()};
  }

  void makeBlock(int64_t b, const E* tau) {
    for (int64_t t = 0; t < panelsOf(b); ++t) {
      const int64_t panel = b * together_ + t, row = panel * columns_;
      addReflectors<E>(machine_, from_, panel, b * perBlock(), from_.columnsOf(panel) / kParts<E>,
                       tau + row, t, blockAt(b));
    }
  }

  void makePanel(int64_t panel, T* sums) {
    for (int64_t i = 0; i < q_.rows; ++i)
      for (int64_t j = 0; j < columns_; ++j)
        elementsOf<E>(q_.row(panel, i))[j] = E{T(i == panel * columns_ + j)};
    const int64_t behind = ceilDiv((panel + 1) * columns_, perBlock());
    for (int64_t b = std::min(numBlocks(), behind) - 1; b >= 0; --b) {
      if (isCancelled())
        return;
      applyReflectors<E>(machine_, blockAt(b), 0, panelsOf(b), false, q_, panel, b * perBlock(),
                         sums);
    }
  }

  const Machine& machine_;
  const int64_t width_, columns_, together_, count_; // of a panel: in real numbers, in elements
  const Panels<T> from_, q_;
  const int64_t sumsOfOne_;
  T *const sums_, *const triangles_, *const vectors_;
};

} // namespace

template <typename E>
void factorQr(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& qr, E* tau,
              std::byte* scratch) {
  if (a.rows == 0 || a.columns == 0)
    return;
  Scratch pieces(scratch);
  Qr<E>(machine, a.rows, a.columns, tau, pieces).run(a, qr);
}

template <typename E>
int64_t qrScratch(const MicroKernels& kernels, int workers, int64_t rows, int64_t columns) {
  Scratch count;
  ThreadPool pool(1);
  Qr<E>({kernels, CpuClass::V2, pool, workers}, rows, columns, nullptr, count);
  return count.bytes();
}

template <typename E>
void formQ(const Machine& machine, const Matrix<const E>& a, const E* tau, int64_t count,
           const Matrix<E>& q, std::byte* scratch) {
  if (q.rows == 0 || q.columns == 0)
    return;
  Scratch pieces(scratch);
  FormQ<E>(machine, q.rows, q.columns, count, pieces).run(a, tau, q);
}

template <typename E>
int64_t formQScratch(const MicroKernels& kernels, int workers, int64_t rows, int64_t columns,
                     int64_t count) {
  Scratch scratch;
  ThreadPool pool(1);
  FormQ<E>({kernels, CpuClass::V2, pool, workers}, rows, columns, count, scratch);
  return scratch.bytes();
}

#define LZ_QR(E)                                                                                   \
  template void factorQr(const Machine&, const Matrix<const E>&, const Matrix<E>&, E*,             \
                         std::byte*);                                                              \
  template int64_t qrScratch<E>(const MicroKernels&, int, int64_t, int64_t);                       \
  template void formQ(const Machine&, const Matrix<const E>&, const E*, int64_t, const Matrix<E>&, \
                      std::byte*);                                                                 \
  template int64_t formQScratch<E>(const MicroKernels&, int, int64_t, int64_t, int64_t)
LZ_QR(float);
LZ_QR(double);
LZ_QR(Complex<float>);
LZ_QR(Complex<double>);

} // namespace lz::linalg
