#include "fft/Core.h"

#include "absl/container/inlined_vector.h"
#include "base/machine/LibraryCosts.h"
#include "fft/Roots.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lz::fft {
namespace {

double nsOfPass(const FftCosts& costs, int radix) {
  const bool isSmall = std::ranges::find(kSmallRadices, radix) != std::end(kSmallRadices);
  return isSmall ? costs.pass[size_t(radix)] : costs.oddPass + costs.oddRadix * radix;
}

// A number of 63 bits has fewer than 63 factors, so the list is never on the heap. This matters,
// because runs need the list, too.
using Radices = absl::InlinedVector<int, 63>;

// Returns the radices of the passes, the largest one first. 16 is split into 4 * 4 rather than 8 *
// 2.
Radices radicesOf(int64_t n) {
  Radices radices;
  for (int radix : kSmallRadices)
    for (; n % radix == 0 && !(radix == 8 && n % 64 != 0 && n % 16 == 0); n /= radix)
      radices.push_back(radix);
  for (int prime = 11; n > 1 && prime <= kMostRadix; prime += 2)
    for (; n % prime == 0; n /= prime)
      radices.push_back(prime);
  if (n > 1)
    radices.clear();
  return radices;
}

template <typename T> Pass<T> makePass(int radix, int64_t rest, int64_t stride) {
  Pass<T> pass{radix, rest, stride, {}, {}};
  pass.twiddles.reserve(size_t(2 * rest * (radix - 1)));
  const auto push = [](std::vector<T>& list, std::complex<T> root) {
    list.push_back(root.real());
    list.push_back(root.imag());
  };
  for (int64_t p = 0; p < rest; ++p)
    for (int k = 1; k < radix; ++k)
      push(pass.twiddles, rootOfUnity<T>(p * k, radix * rest));
  if (std::ranges::find(kSmallRadices, radix) == std::end(kSmallRadices))
    for (int k = 0; k < radix; ++k)
      push(pass.roots, std::conj(rootOfUnity<T>(k, radix)));
  return pass;
}

// If there are fewer columns than a register has lanes, widen() copies the columns to full blocks,
// and narrow() copies the blocks back to columns.
template <typename T> void widen(int64_t n, const ColumnsIn<T>& in, int lanes, int width, T* out) {
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(out + 2 * width * i, in.data + in.step * i, size_t(2 * lanes) * sizeof(T));
    std::fill_n(out + 2 * width * i + 2 * lanes, 2 * (width - lanes), T(0));
  }
}
template <typename T>
void narrow(int64_t n, const T* in, int width, int lanes, T* out, int64_t step) {
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(out + step * i, in + 2 * width * i, size_t(2 * lanes) * sizeof(T));
}

} // namespace

template <typename T> bool Core<T>::isPossible(int64_t n) {
  return n == 1 || !radicesOf(n).empty();
}

template <typename T> double Core<T>::ns(int64_t n, MachineClass cpu) {
  const FftCosts& costs = libraryCosts(cpu).fft;
  double ns = 0;
  for (int radix : radicesOf(n))
    ns += nsOfPass(costs, radix) * double(n);
  const double bytes = double(n) * 4 * lanesOf<T>(cpu) * sizeof(T);
  const size_t level = bytes <= costs.cacheBytes[0] ? 0 : bytes <= costs.cacheBytes[1] ? 1 : 2;
  return ns * costs.cacheFactors[level];
}

template <typename T> Core<T>::Core(int64_t n, MachineClass cpu) : n_(n), cpu_(cpu) {
  int64_t rest = n, stride = 1;
  for (int radix : radicesOf(n)) {
    rest /= radix;
    passes_.push_back(makePass<T>(radix, rest, stride));
    stride *= radix;
  }
}

template <typename T> int64_t Core<T>::tableSize() const {
  size_t size = 0;
  for (const Pass<T>& pass : passes_)
    size += pass.twiddles.size() + pass.roots.size();
  return int64_t(size);
}

template <typename T> T* Core<T>::runPasses(size_t first, size_t end, T* from, T* other) const {
  for (size_t i = first; i < end; ++i) {
    runPass<T>(cpu_, passes_[i], from, other);
    std::swap(from, other);
  }
  return from;
}

template <typename T>
void Core<T>::finish(const Pass<T>* last, T* from, T* other, const ColumnsOut<T>& out,
                     int lanes) const {
  const int width = lanesOf<T>(cpu_);
  ColumnsOut<T> wide = out;
  if (lanes < width)
    wide.data = other, wide.step = 2 * width;
  if (last)
    runPass<T>(cpu_, *last, from, wide);
  else
    storeColumns(cpu_, n_, from, wide);
  if (lanes < width)
    narrow(n_, other, width, lanes, out.data, out.step);
}

template <typename T>
void Core<T>::columns(ColumnsIn<T> in, const ColumnsOut<T>& out, int lanes, T* scratch) const {
  T *from = scratch, *other = scratch + blocksSize();
  const int width = lanesOf<T>(cpu_);
  if (lanes < width) {
    widen(n_, in, lanes, width, other);
    in = {other, 2 * width, in.imSign};
  }
  if (passes_.empty())
    loadColumns(cpu_, n_, in, from);
  else
    runPass<T>(cpu_, passes_[0], in, from);
  finishFrom(1, from, other, out, lanes);
}

template <typename T>
void Core<T>::toColumns(const ColumnsOut<T>& out, int lanes, T* scratch) const {
  finishFrom(0, scratch, scratch + blocksSize(), out, lanes);
}

template <typename T>
void Core<T>::finishFrom(size_t first, T* from, T* other, const ColumnsOut<T>& out,
                         int lanes) const {
  if (first >= passes_.size())
    return finish(nullptr, from, other, out, lanes);
  T* blocks = runPasses(first, passes_.size() - 1, from, other);
  finish(&passes_.back(), blocks, blocks == from ? other : from, out, lanes);
}

template <typename T> T* Core<T>::blocks(T* scratch) const {
  return runPasses(0, passes_.size(), scratch, scratch + blocksSize());
}

template class Core<float>;
template class Core<double>;

} // namespace lz::fft
