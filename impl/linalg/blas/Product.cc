#include "linalg/blas/Product.h"

#include "base/Cancel.h"

#include <algorithm>

namespace lz::linalg {
namespace {

constexpr int64_t roundUp(int64_t x, int64_t unit) {
  return ceilDiv(x, unit) * unit;
}

// The numbers that are packed at a time: `depth` values of k for `rows` rows of x and for `columns`
// columns of y. All three fields count real numbers. The rows of x stay in the second-level cache.
struct Blocks {
  int64_t rows, depth, columns;

  Blocks(const KernelTable& kernels, int64_t reals, int64_t realBytes)
      : rows(std::min(roundUp((256 << 10) / (kProductDepth * realBytes), kernels.columns),
                      roundUp(reals, kernels.columns))),
        depth(std::min(kProductDepth, reals)),
        columns(std::min(roundUp(448, kernels.mostRows), roundUp(reals, kernels.mostRows))) {}
};

template <typename R> struct Buffers {
  R *x, *y, *tile;

  Buffers(Scratch& scratch, const KernelTable& kernels, const Blocks& blocks)
      : x(scratch.take<R>(blocks.rows * blocks.depth)),
        y(scratch.take<R>(blocks.columns * blocks.depth)),
        tile(scratch.take<R>(int64_t(kernels.mostRows) * kernels.columns)) {}
};

// Calls put(i, p, element) for rows [i0, i1) and columns [p0, p1) of the factor, in the order in
// which they lie in memory.
template <typename E, typename Get, typename Put>
void forElements(const Factor<E>& f, int64_t i0, int64_t i1, int64_t p0, int64_t p1, Get get,
                 Put put) {
  if (f.rowStride == 1) {
    for (int64_t p = p0; p < p1; ++p)
      for (int64_t i = i0; i < i1; ++i)
        put(i, p, get(i, p));
    return;
  }
  for (int64_t p = p0; p < p1; p += kTurned)
    for (int64_t i = i0; i < i1; ++i)
      for (int64_t q = p; q < std::min(p + kTurned, p1); ++q)
        put(i, q, get(i, q));
}
template <typename E, typename Put>
void forElements(const Factor<E>& f, int64_t i0, int64_t i1, int64_t p0, int64_t p1, Put put) {
  const auto lies = [&](int64_t i, int64_t p) {
    return f.data[i * f.rowStride + p * f.columnStride];
  };
  if (f.part != Part::Whole)
    forElements(f, i0, i1, p0, p1, [&](int64_t i, int64_t p) { return f.at(i, p); }, put);
  else if (f.isConjugate && kIsComplex<E>)
    forElements(
        f, i0, i1, p0, p1, [&](int64_t i, int64_t p) { return conjugate(lies(i, p)); }, put);
  else
    forElements(f, i0, i1, p0, p1, lies, put);
}

// A range of rows or columns of c, or of values of k.
struct Range {
  int64_t begin, end;
  int64_t size() const { return end - begin; }
};

template <typename E> class Multiplication {
  using R = RealOf<E>;
  static constexpr int64_t kParts = linalg::kParts<E>;

public:
  Multiplication(const Product<E>& product, const KernelTable& kernels, const Blocks& blocks,
                 const Buffers<R>& buffers)
      : q_(product), blocks_(blocks), buffers_(buffers),
        kernels_(kernels.narrow && product.m * kParts <= kernels.narrow->columns ? *kernels.narrow
                                                                                 : kernels),
        width_(kernels_.columns), height_(kernels_.mostRows) {}

  void run(const Range& rows, const Range& columns) const {
    const int64_t depth = blocks_.depth / kParts, mc = blocks_.rows / kParts;
    for (int64_t j = columns.begin; j < columns.end; j += blocks_.columns) {
      const Range js{j, std::min(j + blocks_.columns, columns.end)};
      for (int64_t p = 0; p < q_.k && !isCancelled(); p += depth) {
        const Range ps{p, std::min(p + depth, q_.k)};
        packY(js, ps);
        for (int64_t i = rows.begin; i < rows.end && !isCancelled(); i += mc) {
          const Range is{i, std::min(i + mc, rows.end)};
          if (isOutside(is, js))
            continue;
          packX(is, ps);
          runTiles(is, js, ps);
        }
      }
    }
  }

private:
  static constexpr int64_t depthOf(const Range& ps) { return ps.size() * kParts; }
  int64_t lanes() const { return width_ / kParts; }

  bool isOutside(const Range& is, const Range& js) const {
    return (q_.part == Part::Lower && is.end <= js.begin) ||
           (q_.part == Part::Upper && is.begin >= js.end);
  }
  bool isInside(const Range& is, const Range& js) const {
    return q_.part == Part::Whole ||
           (q_.part == Part::Lower ? is.begin >= js.end - 1 : is.end - 1 <= js.begin);
  }

  // Packs y into panels of height_ columns. The numbers of a panel for the same k are adjacent.
  void packY(const Range& js, const Range& ps) const {
    const Factor<E> f = q_.y.transposed();
    for (int64_t j = js.begin; j < js.end; j += height_) {
      const int64_t count = std::min(height_, js.end - j);
      R* panel = buffers_.y + (j - js.begin) * depthOf(ps);
      forElements(f, j, j + count, ps.begin, ps.end, [&](int64_t column, int64_t p, E value) {
        R* to = panel + (p - ps.begin) * kParts * count + column - j;
        value = times(q_.alpha, value);
        if constexpr (kIsComplex<E>)
          to[0] = value.re, to[count] = value.im;
        else
          to[0] = value;
      });
    }
  }

  void packX(const Range& is, const Range& ps) const {
    for (int64_t i = is.begin; i < is.end; i += lanes()) {
      const int64_t count = std::min(lanes(), is.end - i);
      R* panel = buffers_.x + (i - is.begin) * kParts * depthOf(ps);
      if (count < lanes())
        std::fill_n(panel, depthOf(ps) * width_, R(0));
      forElements(q_.x, i, i + count, ps.begin, ps.end, [&](int64_t row, int64_t p, E value) {
        R* to = panel + (p - ps.begin) * kParts * width_ + (row - i) * kParts;
        if constexpr (kIsComplex<E>) {
          to[0] = value.re, to[1] = value.im;
          to[width_] = -value.im, to[width_ + 1] = value.re;
        } else {
          to[0] = value;
        }
      });
    }
  }

  void runTiles(const Range& is, const Range& js, const Range& ps) const {
    const int64_t depth = depthOf(ps);
    for (int64_t j = js.begin; j < js.end; j += height_)
      for (int64_t i = is.begin; i < is.end; i += lanes()) {
        const Range rows{i, std::min(i + lanes(), is.end)},
            columns{j, std::min(j + height_, js.end)};
        if (!isOutside(rows, columns))
          runTile(rows, columns, buffers_.x + (i - is.begin) * kParts * depth,
                  buffers_.y + (j - js.begin) * depth, depth, q_.adds || ps.begin > 0);
      }
  }

  void runTile(const Range& is, const Range& js, const R* x, const R* y, int64_t depth,
               bool adds) const {
    E* c = q_.c + is.begin + js.begin * q_.columnStride;
    const auto kernel = kernels_.packed[js.size()];
    if (is.size() == lanes() && isInside(is, js)) {
      kernel(y, x, c, depth, q_.columnStride * kParts, adds);
      return;
    }
    kernel(y, x, buffers_.tile, depth, width_, false);
    for (int64_t j = js.begin; j < js.end; ++j, c += q_.columnStride) {
      const E* sums = elementsOf<E>(buffers_.tile + (j - js.begin) * width_);
      for (int64_t i = is.begin; i < is.end; ++i) {
        const int64_t row = i - is.begin;
        if (contains(q_.part, i, j))
          c[row] = adds ? minus(c[row], minus(E{}, sums[row])) : sums[row];
      }
    }
  }

  const Product<E>& q_;
  const Blocks& blocks_;
  const Buffers<R>& buffers_;
  const KernelTable& kernels_;
  const int64_t width_, height_;
};

// Divides c among threads, at the edges of tiles. Each part has all rows and a range of columns, or
// all columns and a range of rows.
struct Cut {
  bool isOfColumns;
  int64_t step, units;
};
template <typename E>
Cut cutOf(const Product<E>& q, const KernelTable& kernels, int workers, double ns) {
  const int64_t lanes = kernels.columns / kParts<E>, height = kernels.mostRows;
  const bool isOfColumns =
      q.y.data == q.c || (q.x.data != q.c && q.n / height >= std::min<int64_t>(q.m / lanes, 8));
  const int64_t size = isOfColumns ? q.n : q.m, tile = isOfColumns ? height : lanes;
  // In a triangle, parts with equally many rows have different amounts of work, so there are more
  // parts than threads.
  const int64_t most = workers * (q.part == Part::Whole ? 1 : 4);
  const int64_t units =
      std::clamp<int64_t>(int64_t(ns / ThreadPool::kGrainNs), 1, workers == 1 ? 1 : most);
  const int64_t step = roundUp(ceilDiv(size, units), tile);
  return {isOfColumns, step, ceilDiv(size, step)};
}

template <typename E> void fillZeros(const Product<E>& q) {
  for (int64_t j = 0; j < q.n; ++j)
    for (int64_t i = 0; i < q.m; ++i)
      if (contains(q.part, i, j))
        q.c[i + j * q.columnStride] = E{};
}

} // namespace

template <typename E> void multiply(const Product<E>& q) {
  using R = RealOf<E>;
  if (q.m == 0 || q.n == 0)
    return;
  if (q.k == 0)
    return q.adds ? void() : fillZeros(q);
  const BlasScope& scope = BlasScope::current();
  const Machine& machine = scope.machine();
  const Blocks blocks(machine.kernels, scope.size() * kParts<E>, sizeof(R));
  const double ns = machine.ns(double(q.m) * double(q.n) * double(q.k) * kParts<E> * kParts<E>);
  const Cut cut = cutOf(q, machine.kernels, machine.workers, ns);
  const int64_t bytes = productBytes(machine.kernels, scope.size() * kParts<E>, sizeof(R));
  auto runUnit = [&](int64_t unit, int worker) {
    Scratch scratch(scope.scratch() + vectorsBytes(scope.size(), sizeof(E)) + worker * bytes);
    const Buffers<R> buffers(scratch, machine.kernels, blocks);
    const Multiplication<E> work(q, machine.kernels, blocks, buffers);
    const Range part{unit * cut.step, std::min((unit + 1) * cut.step, cut.isOfColumns ? q.n : q.m)};
    work.run(cut.isOfColumns ? Range{0, q.m} : part, cut.isOfColumns ? part : Range{0, q.n});
  };
  if (cut.units == 1)
    return runUnit(0, 0);
  machine.pool.parallelEach(cut.units, ns, runUnit, machine.workers);
}

int64_t productBytes(const KernelTable& kernels, int64_t reals, int64_t realBytes) {
  const Blocks blocks(kernels, reals, realBytes);
  Scratch count;
  if (realBytes == sizeof(float))
    Buffers<float>(count, kernels, blocks);
  else
    Buffers<double>(count, kernels, blocks);
  return count.bytes();
}

template void multiply(const Product<float>&);
template void multiply(const Product<double>&);
template void multiply(const Product<Complex<float>>&);
template void multiply(const Product<Complex<double>>&);

} // namespace lz::linalg
