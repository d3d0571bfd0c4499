#include "fft/ColumnsStep.h"

#include "base/machine/LibraryCosts.h"

#include <algorithm>

namespace lz::fft {
namespace {

// A column with at most this many numbers is transformed without copies to lines. The blocks of the
// longest such column take 1 MiB. With a value of 4096, a transform of 8192 x 64 complex f32 takes
// 2.2 times as long. With 16,384, a transform of 16,384 x 32 takes 0.55 times as long, but its
// results have other bits (Zen 4, one thread).
constexpr int64_t kMostInPlace = 8192;
// The number of columns that are copied at once. 8 complex f32 take 64 bytes. With values of 4 and
// 16, a transform of 1009 x 1024 complex f32 takes 1.12 and 1.18 times as long (Zen 4, one thread).
constexpr int64_t kCopiedTogether = 8;

} // namespace

template <typename T> struct ColumnsStep<T>::Group {
  const T* in;
  T* out;
  int64_t count;
  bool inverse;
  T scale;
  T* scratch;
  ThreadPool& pool;
};

template <typename T>
ColumnsStep<T>::ColumnsStep(int64_t outer, int64_t n, int64_t inner, MachineClass cpu, int threads)
    : outer_(outer), n_(n), inner_(inner), cpu_(cpu) {
  const FftCosts& costs = libraryCosts(cpu).fft;
  if (Core<T>::isPossible(n) && n <= kMostInPlace) {
    core_.emplace(n, cpu);
    ns_ = double(groups()) * (Core<T>::ns(n, cpu) + costs.columns * double(n));
  } else {
    plan_ = LinePlan<T>::make(n, std::min(inner, kCopiedTogether), cpu);
    ns_ = double(outer * inner) * (plan_->nsPerLine() + costs.copiedColumn * double(n));
  }
  workers_ = int(std::clamp<int64_t>(groups(), 1, threads));
}

template <typename T> int64_t ColumnsStep<T>::together() const {
  return core_ ? lanesOf<T>(cpu_) : kCopiedTogether;
}
template <typename T> int64_t ColumnsStep<T>::groups() const {
  return outer_ * ((inner_ + together() - 1) / together());
}
template <typename T> int64_t ColumnsStep<T>::workerScratchSize() const {
  return core_ ? core_->scratchSize()
               : 2 * kCopiedTogether * alignedSize<T>(2 * n_) + plan_->scratchSize(1);
}
template <typename T> int64_t ColumnsStep<T>::scratchSize() const {
  return workers_ * workerScratchSize();
}

template <typename T>
void ColumnsStep<T>::run(const T* in, T* out, bool inverse, T scale, T* scratch,
                         ThreadPool& pool) const {
  const int64_t perOuter = (inner_ + together() - 1) / together();
  const T sign = inverse ? -1 : 1;
  pool.parallelFor(
      groups(), ns_ / double(groups()),
      [&](int64_t lo, int64_t hi, int worker) {
        T* mine = scratch + worker * workerScratchSize();
        for (int64_t group = lo; group < hi; ++group) {
          const int64_t column = group % perOuter * together();
          const int64_t first = 2 * (group / perOuter * n_ * inner_ + column);
          const int64_t count = std::min(together(), inner_ - column);
          if (core_)
            core_->columns({in + first, 2 * inner_, sign},
                           {out + first, 2 * inner_, scale, scale * sign}, int(count), mine);
          else
            copyAndTransform({in + first, out + first, count, inverse, scale, mine, pool});
        }
      },
      workers_);
}

template <typename T> void ColumnsStep<T>::copyAndTransform(const Group& group) const {
  const int64_t step = alignedSize<T>(2 * n_);
  T *from = group.scratch, *to = from + kCopiedTogether * step;
  T* scratch = to + kCopiedTogether * step;
  for (int64_t i = 0; i < n_; ++i)
    for (int64_t c = 0; c < group.count; ++c)
      std::copy_n(group.in + 2 * (i * inner_ + c), 2, from + c * step + 2 * i);
  const int64_t together = std::min<int64_t>(plan_->linesTogether(), group.count);
  for (int64_t c = 0; c < group.count; c += together)
    plan_->run({from + c * step, step, to + c * step, step,
                int(std::min(together, group.count - c)), group.inverse, group.scale, scratch,
                group.pool, 1});
  for (int64_t i = 0; i < n_; ++i)
    for (int64_t c = 0; c < group.count; ++c)
      std::copy_n(to + c * step + 2 * i, 2, group.out + 2 * (i * inner_ + c));
}

template class ColumnsStep<float>;
template class ColumnsStep<double>;

} // namespace lz::fft
