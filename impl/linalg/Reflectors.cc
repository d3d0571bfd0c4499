#include "linalg/Reflectors.h"

#include <array>

namespace lz::linalg {
namespace {

constexpr size_t kMostPanels = size_t(kBlock);

// The rows are products of complex rows with the real and imaginary parts of v^T. Turns them into
// products with v^H, in the form in which kernels read them.
template <typename R> void joinProducts(R* rows, int64_t count, int64_t width) {
  for (int64_t i = 0; i < count; i += 2) {
    R *first = rows + i * width, *second = first + width;
    for (int64_t c = 0; c < width; c += 2) {
      const R re = first[c] + second[c + 1], im = first[c + 1] - second[c];
      first[c] = re;
      first[c + 1] = im;
      second[c] = -im;
      second[c + 1] = re;
    }
  }
}

// A small matrix of real or complex elements. A complex element is stored as a block (Element.h).
template <typename E> struct Blocks {
  RealOf<E>* data;
  int64_t stride;

  E operator()(int64_t i, int64_t j) const {
    const RealOf<E>* at = data + kParts<E> * (i * stride + j);
    if constexpr (kIsComplex<E>)
      return {at[0], at[1]};
    else
      return *at;
  }
  void set(int64_t i, int64_t j, E z) const {
    RealOf<E>* at = data + kParts<E> * (i * stride + j);
    if constexpr (kIsComplex<E>)
      at[0] = z.re, at[1] = z.im, at[stride] = -z.im, at[stride + 1] = z.re;
    else
      *at = z;
  }
};

// Computes v_j^H v_k for the columns j of panel `at` and all columns k of the panels up to it. The
// terms are added in the order of the rows.
template <typename E>
void findProducts(const Machine& machine, const Panels<RealOf<E>>& v, int64_t at, int64_t stride,
                  E* products) {
  using T = RealOf<E>;
  const int64_t width = v.width, columns = width / kParts<E>, first = at * columns;
  std::array<T, kMostPanels * kMostPanels> sums;
  for (int64_t other = 0; other <= at; ++other) {
    const KernelRun all{0, 0, v.rows - first};
    multiply(machine, LeftSide<T>{v.row(at, first), 1, width}, width, v.row(other, first), &all, 1,
             sums.data(), false);
    if constexpr (kIsComplex<E>)
      joinProducts(sums.data(), width, width);
    for (int64_t i = 0; i < columns; ++i)
      std::copy_n(elementsOf<E>(sums.data() + i * kParts<E> * width), columns,
                  products + i * stride + other * columns);
  }
}

} // namespace

template <typename T>
Reflectors<T> Reflectors<T>::take(Scratch& scratch, const KernelTable& kernels, int64_t rows) {
  const int64_t columns = stride(kernels);
  Panels<T> v = Panels<T>::take(scratch, rows, columns, kernels.columns);
  return {v, scratch.take<T>(columns * columns)};
}

template <typename E>
void addReflectors(const Machine& machine, const Panels<RealOf<E>>& from, int64_t panel,
                   int64_t row, int64_t count, const E* tau, int64_t at,
                   const Reflectors<RealOf<E>>& block) {
  using T = RealOf<E>;
  const Panels<T>& v = block.v;
  const int64_t columns = v.width / kParts<E>, first = at * columns,
                stride = Reflectors<T>::stride(machine.kernels), perRow = stride / kParts<E>;
  for (int64_t i = 0; i < v.rows; ++i) {
    E* to = elementsOf<E>(v.row(at, i));
    const E* source = elementsOf<E>(from.row(panel, row + i));
    for (int64_t j = 0; j < columns; ++j) {
      const bool isBelow = i > first + j && j < count;
      to[j] = isBelow ? source[j] : E{T(i == first + j && j < count)};
    }
  }
  std::array<E, kMostPanels * kMostPanels> products;
  findProducts<E>(machine, v, at, perRow, products.data());
  // Computes row j of -t^H from the earlier rows. The earlier rows are multiplied by the products
  // and added to the unit row j. The sum is multiplied by -conj(tau).
  const Blocks<E> triangle{block.triangle, stride};
  std::fill_n(block.triangle + at * v.width * stride, v.width * stride, T(0));
  for (int64_t j = 0; j < std::min(columns, count); ++j) {
    const int64_t to = first + j;
    const E factor = conjugate(tau[j]);
    std::array<E, kMostPanels> sums{};
    for (int64_t k = 0; k < to; ++k) {
      const E product = times(factor, products[size_t(j * perRow + k)]);
      for (int64_t c = 0; c <= k; ++c)
        sums[size_t(c)] = minus(sums[size_t(c)], times(product, triangle(k, c)));
    }
    for (int64_t c = 0; c < to; ++c)
      triangle.set(to, c, sums[size_t(c)]);
    triangle.set(to, to, minus(E{}, factor));
  }
}

template <typename E>
void applyReflectors(const Machine& machine, const Reflectors<RealOf<E>>& block, int64_t begin,
                     int64_t end, bool isAdjoint, const Panels<RealOf<E>>& to, int64_t panel,
                     int64_t row, RealOf<E>* sums) {
  using T = RealOf<E>;
  const Panels<T>& v = block.v;
  const int64_t width = v.width, first = begin * width / kParts<E>, count = (end - begin) * width,
                stride = Reflectors<T>::stride(machine.kernels), rows = v.rows - first;
  T* x = to.row(panel, row + first);
  T* turned = sums + stride * width;
  std::array<KernelRun, kMostPanels> runs;
  const KernelRun all{0, 0, rows}, columns{0, 0, count};
  for (int64_t p = begin; p < end; ++p) {
    const int64_t t = p - begin;
    multiply(machine, LeftSide<T>{v.row(p, first), 1, width}, width, x, &all, 1,
             sums + t * width * width, false);
    runs[size_t(t)] = {t * v.rows * width, t * width * width, width};
  }
  if constexpr (kIsComplex<E>)
    joinProducts(sums, count, width);
  const T* triangle = block.triangle + begin * width * (stride + 1);
  const LeftSide<T> t =
      isAdjoint ? LeftSide<T>{triangle, stride, 1} : LeftSide<T>{triangle, 1, stride};
  multiply(machine, t, count, sums, &columns, 1, turned, false);
  multiply(machine, LeftSide<T>{v.row(begin, first), width, 1}, rows, turned, runs.data(),
           end - begin, x);
}

#define LZ_REFLECTORS(E)                                                                           \
  template void addReflectors(const Machine&, const Panels<RealOf<E>>&, int64_t, int64_t, int64_t, \
                              const E*, int64_t, const Reflectors<RealOf<E>>&);                    \
  template void applyReflectors<E>(const Machine&, const Reflectors<RealOf<E>>&, int64_t, int64_t, \
                                   bool, const Panels<RealOf<E>>&, int64_t, int64_t, RealOf<E>*)
template struct Reflectors<float>;
template struct Reflectors<double>;
LZ_REFLECTORS(float);
LZ_REFLECTORS(double);
LZ_REFLECTORS(Complex<float>);
LZ_REFLECTORS(Complex<double>);

} // namespace lz::linalg
