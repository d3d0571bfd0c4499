// Columns are divided into blocks of several panels. When the reflectors of a block are computed,
// the threads divide the panels to its right among themselves. The first of these panels form the
// next block. The thread that updates them also computes their reflectors, so that no other thread
// waits for it.
#include "linalg/Qr.h"

#include "base/Cancel.h"
#include "linalg/Reflectors.h"

namespace lz::linalg {
namespace {

template <typename T> int64_t sumsOfWorker(const KernelTable& kernels) {
  return 2 * Reflectors<T>::stride(kernels) * kernels.columns;
}

template <typename E> struct QrPieces {
  using T = RealOf<E>;

  Panels<T> panels;
  Reflectors<T> blocks[2]; // used alternately: one is applied while the next one is made
  T* sums;                 // scratch of applyReflectors, for each worker

  static QrPieces take(Scratch& scratch, const KernelTable& kernels, int workers, int64_t rows,
                       int64_t columns) {
    return {
        Panels<T>::take(scratch, rows, columns * kParts<E>, kernels.columns),
        {Reflectors<T>::take(scratch, kernels, rows), Reflectors<T>::take(scratch, kernels, rows)},
        scratch.take<T>(workers * sumsOfWorker<T>(kernels))};
  }
};

template <typename E> class Qr {
public:
  using T = RealOf<E>;

  Qr(const Machine& machine, int64_t rows, int64_t columns, E* tau, const QrPieces<E>& pieces)
      : machine_(machine), width_(machine.kernels.columns), columns_(width_ / kParts<E>),
        together_(panelsOfBlock(machine.kernels)), steps_(std::min(rows, columns)), pieces_(pieces),
        panels_(pieces.panels), tau_(tau) {}

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
  // Returns the reflectors of the block whose first panel is `first`. The rows of the block begin
  // at its first diagonal element.
  Reflectors<T> blockAt(int64_t first) const {
    Reflectors<T> block = pieces_.blocks[first / together_ % 2];
    block.v.rows = panels_.rows - first * columns_;
    return block;
  }
  int64_t panelsWithSteps(int64_t first) const {
    return std::min(together_, ceilDiv(steps_ - first * columns_, columns_));
  }
  T* sumsOf(int worker) const { return pieces_.sums + worker * sumsOfWorker<T>(machine_.kernels); }

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
    const double flops = 4.0 * double(panels_.rows - first * columns_) * double(kBlock);
    machine_.pool.parallelEach(
        units, machine_.ns(flops * double(units * width_)),
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
  // The width of a panel is width_ real numbers, or columns_ elements.
  const int64_t width_, columns_, together_, steps_;
  const QrPieces<E>& pieces_;
  const Panels<T>& panels_;
  E* const tau_;
};

template <typename E> struct FormQPieces {
  using T = RealOf<E>;

  Panels<T> from, q;
  T *sums, *triangles, *vectors; // sums for each worker; triangles and vectors for each block

  static FormQPieces take(Scratch& scratch, const KernelTable& kernels, int workers, int64_t rows,
                          int64_t columns, int64_t count) {
    const int64_t stride = Reflectors<T>::stride(kernels),
                  blocks = ceilDiv(count, stride / kParts<E>);
    return {Panels<T>::take(scratch, rows, count * kParts<E>, kernels.columns),
            Panels<T>::take(scratch, rows, columns * kParts<E>, kernels.columns),
            scratch.take<T>(workers * sumsOfWorker<T>(kernels)),
            scratch.take<T>(blocks * stride * stride), scratch.take<T>(blocks * rows * stride)};
  }
};

// Computes q. Each panel begins as columns of the identity matrix. Then the blocks of reflectors
// are applied to it, from the last to the first. A block to the right of the panel's columns does
// not change the panel, so this block is left out.
template <typename E> class FormQ {
public:
  using T = RealOf<E>;

  FormQ(const Machine& machine, int64_t count, const FormQPieces<E>& pieces)
      : machine_(machine), width_(machine.kernels.columns), columns_(width_ / kParts<E>),
        together_(panelsOfBlock(machine.kernels)), count_(count), from_(pieces.from), q_(pieces.q),
        pieces_(pieces) {}

  void run(const Matrix<const E>& a, const E* tau, const Matrix<E>& q) {
    loadPanels<T>(machine_, realView(a.block(0, 0, a.rows, count_)), from_);
    const double flops = 2.0 * double(from_.rows) * double(kBlock);
    machine_.pool.parallelEach(numBlocks(),
                               machine_.ns(flops * double(kBlock)) * double(numBlocks()),
                               [&](int64_t b, int) { makeBlock(b, tau); });
    machine_.pool.parallelEach(
        q_.count(), machine_.ns(2.0 * flops * double(count_ * q_.columns) / double(kBlock)),
        [&](int64_t panel, int worker) {
          makePanel(panel, pieces_.sums + worker * sumsOfWorker<T>(machine_.kernels));
        },
        machine_.workers);
    storePanels(machine_, q_, realView(q));
  }

private:
  int64_t stride() const { return Reflectors<T>::stride(machine_.kernels); }
  int64_t perBlock() const { return stride() / kParts<E>; } // reflectors in a block
  int64_t numBlocks() const { return ceilDiv(count_, perBlock()); }
  int64_t panelsOf(int64_t b) const { return std::min(together_, from_.count() - b * together_); }
  Reflectors<T> blockAt(int64_t b) const {
    const int64_t rows = from_.rows - b * perBlock();
    return {{pieces_.vectors + b * from_.rows * stride(), rows, stride(), width_},
            pieces_.triangles + b * stride() * stride()};
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
  // The width of a panel is width_ real numbers, or columns_ elements.
  const int64_t width_, columns_, together_, count_;
  const Panels<T>&from_, &q_;
  const FormQPieces<E>& pieces_;
};

} // namespace

template <typename E>
void factorQr(const Machine& machine, const Matrix<const E>& a, const Matrix<E>& qr, E* tau,
              std::byte* scratch) {
  if (a.rows == 0 || a.columns == 0)
    return;
  Scratch memory(scratch);
  const auto pieces =
      QrPieces<E>::take(memory, machine.kernels, machine.workers, a.rows, a.columns);
  Qr<E>(machine, a.rows, a.columns, tau, pieces).run(a, qr);
}

template <typename E>
int64_t qrScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns) {
  Scratch count;
  QrPieces<E>::take(count, kernels, workers, rows, columns);
  return count.bytes();
}

template <typename E>
void formQ(const Machine& machine, const Matrix<const E>& a, const E* tau, int64_t count,
           const Matrix<E>& q, std::byte* scratch) {
  if (q.rows == 0 || q.columns == 0)
    return;
  Scratch memory(scratch);
  const auto pieces =
      FormQPieces<E>::take(memory, machine.kernels, machine.workers, q.rows, q.columns, count);
  FormQ<E>(machine, count, pieces).run(a, tau, q);
}

template <typename E>
int64_t formQScratch(const KernelTable& kernels, int workers, int64_t rows, int64_t columns,
                     int64_t count) {
  Scratch scratch;
  FormQPieces<E>::take(scratch, kernels, workers, rows, columns, count);
  return scratch.bytes();
}

#define LZ_QR(E)                                                                                   \
  template void factorQr(const Machine&, const Matrix<const E>&, const Matrix<E>&, E*,             \
                         std::byte*);                                                              \
  template int64_t qrScratch<E>(const KernelTable&, int, int64_t, int64_t);                        \
  template void formQ(const Machine&, const Matrix<const E>&, const E*, int64_t, const Matrix<E>&, \
                      std::byte*);                                                                 \
  template int64_t formQScratch<E>(const KernelTable&, int, int64_t, int64_t, int64_t)
LZ_QR(float);
LZ_QR(double);
LZ_QR(Complex<float>);
LZ_QR(Complex<double>);

} // namespace lz::linalg
