#include "linalg/Reflectors.h"

#include <array>

namespace lz::linalg {
namespace {

constexpr size_t kMostPanels = size_t(kReflectors);

} // namespace

template <typename T>
Reflectors<T> Reflectors<T>::take(Scratch& scratch, const MicroKernels& kernels, int64_t rows) {
  const int64_t columns = stride(kernels);
  Panels<T> v = Panels<T>::take(scratch, rows, columns, kernels.columns);
  return {v, scratch.take<T>(columns * columns)};
}

template <typename T>
void addReflectors(const Machine& machine, const Panels<T>& from, int64_t panel, int64_t row,
                   int64_t count, const T* tau, int64_t at, const Reflectors<T>& block) {
  const Panels<T>& v = block.v;
  const int64_t width = v.width, first = at * width,
                stride = Reflectors<T>::stride(machine.kernels);
  for (int64_t i = 0; i < v.rows; ++i)
    for (int64_t j = 0; j < width; ++j) {
      const bool isBelow = i > first + j && j < count;
      v.row(at, i)[j] = isBelow ? from.row(panel, row + i)[j] : T(i == first + j && j < count);
    }
  // Products of the new columns with all before and with each other.
  T* products = block.triangle + first * stride;
  std::fill(products, products + width * stride, T(0));
  std::array<T, kMostPanels * kMostPanels> sums;
  for (int64_t other = 0; other <= at; ++other) {
    const KernelRun all{0, 0, v.rows - first};
    multiply(machine, LeftSide<T>{v.row(at, first), 1, width}, width, v.row(other, first), &all, 1,
             sums.data(), false);
    for (int64_t i = 0; i < width; ++i)
      std::copy_n(sums.data() + i * width, width, products + i * stride + other * width);
  }
  // Row j of -t^T from the rows before: -tau (1 at j, and these times the products).
  std::array<T, kMostPanels> factors;
  for (int64_t j = 0; j < width; ++j) {
    T* to = products + j * stride;
    std::copy_n(to, first + j, factors.data());
    std::fill(to, to + stride, T(0));
    for (int64_t k = 0; k < first + j; ++k) {
      const T* before = block.triangle + k * stride;
      const T factor = j < count ? factors[size_t(k)] * tau[j] : T(0);
      for (int64_t c = 0; c <= k; ++c)
        to[c] -= factor * before[c];
    }
    to[first + j] = j < count ? -tau[j] : T(0);
  }
}

template <typename T>
void applyReflectors(const Machine& machine, const Reflectors<T>& block, int64_t begin, int64_t end,
                     bool isTransposed, const Panels<T>& to, int64_t panel, int64_t row, T* sums) {
  const Panels<T>& v = block.v;
  const int64_t width = v.width, first = begin * width, count = (end - begin) * width,
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
  const T* triangle = block.triangle + first * stride + first;
  const LeftSide<T> t =
      isTransposed ? LeftSide<T>{triangle, stride, 1} : LeftSide<T>{triangle, 1, stride};
  multiply(machine, t, count, sums, &columns, 1, turned, false);
  multiply(machine, LeftSide<T>{v.row(begin, first), width, 1}, rows, turned, runs.data(),
           end - begin, x);
}

#define LZ_REFLECTORS(T)                                                                           \
  template struct Reflectors<T>;                                                                   \
  template void addReflectors(const Machine&, const Panels<T>&, int64_t, int64_t, int64_t,         \
                              const T*, int64_t, const Reflectors<T>&);                            \
  template void applyReflectors(const Machine&, const Reflectors<T>&, int64_t, int64_t, bool,      \
                                const Panels<T>&, int64_t, int64_t, T*)
LZ_REFLECTORS(float);
LZ_REFLECTORS(double);

} // namespace lz::linalg
