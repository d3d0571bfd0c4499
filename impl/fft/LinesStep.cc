#include "fft/LinesStep.h"

#include "base/machine/Caches.h"
#include "base/machine/LibraryCosts.h"
#include "fft/Roots.h"
#include "fft/vector/Pointwise.h"

#include <algorithm>

namespace lz::fft {
namespace {

// Returns whether threads should divide a line. Each of the two steps of the line must take at
// least twice as long as the least work that the pool divides between threads.
bool isWorthSharing(double nsOfLine) {
  return nsOfLine >= 2 * 4 * ThreadPool::kGrainNs;
}

// Returns whether to prefetch lines while earlier lines are transformed. Prefetches help, because a
// transform reads and writes a line in an order that the processor does not predict. For example,
// 1,000 lines of 1,024 complex f32 on one thread take 1.1 to 1.7 us each instead of 1.7 to 2 us
// (AMD Zen 5, a noisy machine). 100 such lines fit into a cache, and would take 10 % longer with
// prefetches.
bool shouldPrefetch(int64_t groupBytes, int64_t allBytes, int workers) {
  const int64_t cache = caches().second;
  return groupBytes <= cache / 2 && allBytes > 2 * cache * workers;
}

template <bool kWrite, typename T> void prefetch(const T* data, int64_t size) {
  for (int64_t i = 0; i < size; i += 64 / int64_t(sizeof(T)))
    __builtin_prefetch(data + i, kWrite, 2);
}

} // namespace

template <typename T> struct LinesStep<T>::Group {
  const T* in;
  T* out;
  int count;
  T scale;
  T *lines, *scratch;
  ThreadPool& pool;
};

template <typename T>
LinesStep<T>::LinesStep(Kind kind, int64_t n, int64_t count, MachineClass cpu, int threads)
    : kind_(kind), n_(n), count_(count), cpu_(cpu) {
  const int64_t length = isHalved() ? n / 2 : n;
  plan_ = LinePlan<T>::make(length, count, cpu);
  for (int64_t k = 0; isHalved() && k <= length / 2; ++k) {
    const std::complex<T> root = rootOfUnity<T>(k, n);
    roots_.push_back(root.real());
    roots_.push_back(root.imag());
  }
  const bool isShared =
      plan_->linesTogether() == 1 && (count < threads || isWorthSharing(plan_->nsPerLine()));
  linesWorkers_ = isShared ? 1 : int(std::clamp<int64_t>(count, 1, threads));
  insideWorkers_ = isShared ? threads : 1;
  const int64_t lineBytes = (inStep() + outStep()) * int64_t(sizeof(T));
  isPrefetched_ = !isShared && shouldPrefetch(lineBytes * plan_->linesTogether(), lineBytes * count,
                                              linesWorkers_);
}

template <typename T> int64_t LinesStep<T>::inStep() const {
  return kind_ == Kind::Rfft ? n_ : kind_ == Kind::Irfft ? 2 * (n_ / 2 + 1) : 2 * n_;
}
template <typename T> int64_t LinesStep<T>::outStep() const {
  return kind_ == Kind::Rfft ? 2 * (n_ / 2 + 1) : kind_ == Kind::Irfft ? n_ : 2 * n_;
}

template <typename T> double LinesStep<T>::nsPerLine() const {
  return plan_->nsPerLine() + (isReal() ? libraryCosts(cpu_).fft.real * double(n_) : 0);
}
template <typename T> double LinesStep<T>::ns() const {
  return double(count_) * nsPerLine();
}

template <typename T> int64_t LinesStep<T>::linesScratchSize() const {
  if (!isReal() || (isHalved() && kind_ == Kind::Rfft))
    return 0;
  const int64_t lines = plan_->linesTogether() * (isHalved() ? 1 : 2);
  return lines * alignedSize<T>(isHalved() ? n_ : 2 * n_);
}
template <typename T> int64_t LinesStep<T>::workerScratchSize() const {
  return linesScratchSize() + plan_->scratchSize(insideWorkers_);
}
template <typename T> int64_t LinesStep<T>::scratchSize() const {
  return workerScratchSize() * linesWorkers_;
}

template <typename T>
void LinesStep<T>::run(const T* in, T* out, T scale, T* scratch, ThreadPool& pool) const {
  const int64_t together = plan_->linesTogether();
  pool.parallelFor((count_ + together - 1) / together,
                   nsPerLine() * double(std::min(together, count_)),
                   [&](int64_t lo, int64_t hi, int worker) {
                     T* lines = scratch + worker * workerScratchSize();
                     const int64_t end = std::min(hi * together, count_);
                     for (int64_t line = lo * together; line < end; line += together) {
                       if (isPrefetched_ && line + together < end)
                         prefetchLines(in, out, line + together);
                       transform({in + line * inStep(), out + line * outStep(),
                                  int(std::min(together, count_ - line)), scale, lines,
                                  lines + linesScratchSize(), pool});
                     }
                   },
                   linesWorkers_);
}

template <typename T> void LinesStep<T>::prefetchLines(const T* in, T* out, int64_t line) const {
  const int64_t count = std::min<int64_t>(plan_->linesTogether(), count_ - line);
  prefetch<false>(in + line * inStep(), count * inStep());
  prefetch<true>(out + line * outStep(), count * outStep());
}

template <typename T> void LinesStep<T>::transform(const Group& group) const {
  if (isHalved())
    return transformHalved(group);
  if (isReal())
    return transformOdd(group);
  plan_->run({group.in, inStep(), group.out, outStep(), group.count, kind_ == Kind::Ifft,
              group.scale, group.scratch, group.pool, insideWorkers_});
}

template <typename T> void LinesStep<T>::transformHalved(const Group& group) const {
  const int64_t h = n_ / 2, step = alignedSize<T>(n_);
  const auto inAllLines = [&](const auto& fn) {
    for (int line = 0; line < group.count; ++line)
      inPieces(group.pool, insideWorkers_, h / 2 + 1, 2 * libraryCosts(cpu_).fft.real,
               [&](int64_t begin, int64_t end) { fn(line, begin, end); });
  };
  if (kind_ == Kind::Rfft) {
    plan_->run({group.in, inStep(), group.out, outStep(), group.count, false, group.scale,
                group.scratch, group.pool, insideWorkers_});
    return inAllLines([&](int64_t line, int64_t begin, int64_t end) {
      realFromHalf(cpu_, h, roots_.data(), begin, end, group.out + line * outStep());
    });
  }
  inAllLines([&](int64_t line, int64_t begin, int64_t end) {
    halfFromReal(cpu_, h, roots_.data(), begin, end, group.in + line * inStep(),
                 group.lines + line * step);
  });
  plan_->run({group.lines, step, group.out, outStep(), group.count, true, group.scale,
              group.scratch, group.pool, insideWorkers_});
}

template <typename T> void LinesStep<T>::transformOdd(const Group& group) const {
  const int64_t half = n_ / 2 + 1, step = alignedSize<T>(2 * n_);
  T *from = group.lines, *to = from + plan_->linesTogether() * step;
  const bool isForward = kind_ == Kind::Rfft;
  for (int line = 0; line < group.count; ++line) {
    const T* in = group.in + line * inStep();
    T* complex = from + line * step;
    for (int64_t i = 0; i < n_; ++i) {
      // The second half of the transform of real numbers is the first half, mirrored and
      // conjugated.
      const int64_t mirrored = i < half ? i : n_ - i;
      complex[2 * i] = isForward ? in[i] : in[2 * mirrored];
      complex[2 * i + 1] = isForward || i == 0 ? 0 : in[2 * mirrored + 1];
      if (i >= half)
        complex[2 * i + 1] = -complex[2 * i + 1];
    }
  }
  plan_->run({from, step, to, step, group.count, !isForward, group.scale, group.scratch, group.pool,
              insideWorkers_});
  for (int line = 0; line < group.count; ++line) {
    const T* complex = to + line * step;
    T* out = group.out + line * outStep();
    for (int64_t i = 0; i < (isForward ? 2 * half : n_); ++i)
      out[i] = complex[isForward ? i : 2 * i];
    if (isForward)
      out[1] = 0;
  }
}

template class LinesStep<float>;
template class LinesStep<double>;

} // namespace lz::fft
