#include "fft/SplitLine.h"

#include "base/machine/LibraryCosts.h"
#include "fft/Roots.h"
#include "fft/vector/Turn.h"

#include <algorithm>

namespace lz::fft {
namespace {

int64_t groupsOf(int64_t count, int64_t lanes) {
  return (count + lanes - 1) / lanes;
}

template <typename T> double nsOfColumns(const SplitChoice& split, MachineClass cpu) {
  return double(groupsOf(split.n2, lanesOf<T>(cpu))) *
         (Core<T>::ns(split.n1, cpu) + libraryCosts(cpu).fft.splitColumns * double(split.n1));
}
template <typename T> double nsOfRows(const SplitChoice& split, MachineClass cpu) {
  return double(groupsOf(split.n1, lanesOf<T>(cpu))) *
         (Core<T>::ns(split.n2, cpu) + libraryCosts(cpu).fft.splitRows * double(split.n2));
}

} // namespace

template <typename T> SplitChoice chooseSplit(int64_t n, MachineClass cpu) {
  SplitChoice best;
  const auto consider = [&](int64_t n1, int64_t n2) {
    if (!Core<T>::isPossible(n1) || !Core<T>::isPossible(n2))
      return;
    SplitChoice choice = {n1, n2, 0};
    choice.ns = nsOfColumns<T>(choice, cpu) + nsOfRows<T>(choice, cpu);
    if (choice.ns < best.ns)
      best = choice;
  };
  if (!Core<T>::isPossible(n))
    return best;
  for (int64_t divisor = 2; divisor * divisor <= n; ++divisor)
    if (n % divisor == 0) {
      consider(divisor, n / divisor);
      consider(n / divisor, divisor);
    }
  return best;
}

template <typename T>
SplitLine<T>::SplitLine(const SplitChoice& choice, MachineClass cpu)
    : choice_(choice), cpu_(cpu), columns_(choice.n1, cpu), rows_(choice.n2, cpu) {
  const int64_t n1 = choice.n1, n2 = choice.n2, lanes = lanesOf<T>(cpu);
  laneRoots_.resize(size_t(n1 * 2 * lanes));
  for (int64_t k = 0; k < n1; ++k)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const std::complex<T> root = rootOfUnity<T>(lane * k, n1 * n2);
      laneRoots_[size_t(k * 2 * lanes + lane)] = root.real();
      laneRoots_[size_t(k * 2 * lanes + lanes + lane)] = root.imag();
    }
  rowRoots_.reserve(size_t(groupsOf(n2, lanes) * 2 * n1));
  for (int64_t first = 0; first < n2; first += lanes)
    for (int64_t k = 0; k < n1; ++k) {
      const std::complex<T> root = rootOfUnity<T>(first * k, n1 * n2);
      rowRoots_.push_back(root.real());
      rowRoots_.push_back(root.imag());
    }
}

template <typename T> int64_t SplitLine<T>::coreScratchSize() const {
  return std::max(columns_.scratchSize(), rows_.scratchSize());
}
// Returns the distance between rows. The distance is never a multiple of 4 KiB, because rows at
// such a distance would share a few sets of the cache.
template <typename T> int64_t SplitLine<T>::matrixStep() const {
  const int64_t step = alignedSize<T>(2 * choice_.n2);
  return step * int64_t(sizeof(T)) % 4096 == 0 ? step + 2 * lanesOf<T>(cpu_) : step;
}
template <typename T> int64_t SplitLine<T>::scratchSize(int workers) const {
  return choice_.n1 * matrixStep() + workers * coreScratchSize();
}

template <typename T> void SplitLine<T>::run(const LinesCall<T>& call) const {
  transformColumns(call);
  transformRows(call);
}

template <typename T> void SplitLine<T>::transformColumns(const LinesCall<T>& call) const {
  const int64_t n1 = choice_.n1, n2 = choice_.n2, step = matrixStep(), lanes = lanesOf<T>(cpu_);
  T *matrix = call.scratch, *scratch = matrix + n1 * step;
  const int64_t groups = groupsOf(n2, lanes);
  call.pool.parallelFor(
      groups, nsOfColumns<T>(choice_, cpu_) / double(groups),
      [&](int64_t lo, int64_t hi, int worker) {
        for (int64_t group = lo; group < hi; ++group) {
          const int64_t j = group * lanes;
          columns_.columns(
              {call.in + 2 * j, 2 * n2, T(call.inverse ? -1 : 1)},
              {matrix + 2 * j, step, 1, 1, laneRoots_.data(), rowRoots_.data() + group * 2 * n1},
              int(std::min(lanes, n2 - j)), scratch + worker * coreScratchSize());
        }
      },
      call.workers);
}

template <typename T> void SplitLine<T>::transformRows(const LinesCall<T>& call) const {
  const int64_t n1 = choice_.n1, n2 = choice_.n2, step = matrixStep(), lanes = lanesOf<T>(cpu_);
  const T* matrix = call.scratch;
  T* scratch = call.scratch + n1 * step;
  const T imScale = call.inverse ? -call.scale : call.scale;
  const int64_t groups = groupsOf(n1, lanes);
  call.pool.parallelFor(
      groups, nsOfRows<T>(choice_, cpu_) / double(groups),
      [&](int64_t lo, int64_t hi, int worker) {
        T* blocks = scratch + worker * coreScratchSize();
        for (int64_t group = lo; group < hi; ++group) {
          const int64_t k = group * lanes;
          const int some = int(std::min(lanes, n1 - k));
          loadRows<T>(cpu_, n2, {matrix + k * step, step, some}, 1, blocks);
          rows_.toColumns({call.out + 2 * k, 2 * n1, call.scale, imScale}, some, blocks);
        }
      },
      call.workers);
}

template SplitChoice chooseSplit<float>(int64_t, MachineClass);
template SplitChoice chooseSplit<double>(int64_t, MachineClass);
template class SplitLine<float>;
template class SplitLine<double>;

} // namespace lz::fft
