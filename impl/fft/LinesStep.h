// Transforms all lines of an array along the last dimension. Both sides of the transform are
// complex, or one side is real. The transform of a real line of even length is computed from a
// complex transform of half the length. A real line of odd length is converted to a complex line.
#pragma once

#include "fft/LinePlan.h"
#include "fft/Plan.h"

#include <memory>
#include <vector>

namespace lz::fft {

template <typename T> class LinesStep {
public:
  // `n` is the length of the full transform of a line, and `count` the number of lines.
  LinesStep(Kind kind, int64_t n, int64_t count, MachineClass cpu, int threads);

  int64_t scratchSize() const; // in numbers of T
  int64_t tableSize() const { return plan_->tableSize() + int64_t(roots_.size()); }
  double ns() const; // predicted time of all lines on one thread
  // Computes the transforms and multiplies results by `scale`.
  void run(const T* in, T* out, T scale, T* scratch, ThreadPool& pool) const;

private:
  struct Group; // lines that are transformed together
  int64_t inStep() const;
  int64_t outStep() const;
  bool isReal() const { return kind_ == Kind::Rfft || kind_ == Kind::Irfft; }
  bool isHalved() const { return isReal() && n_ % 2 == 0; }
  double nsPerLine() const;
  int64_t linesScratchSize() const; // scratch for real lines that are converted to complex ones
  int64_t workerScratchSize() const;
  // Prefetches the lines of the next group, from `line` on.
  void prefetchLines(const T* in, T* out, int64_t line) const;
  void transform(const Group& group) const;
  void transformHalved(const Group& group) const;
  void transformOdd(const Group& group) const;

  Kind kind_;
  int64_t n_, count_;
  MachineClass cpu_;
  std::unique_ptr<LinePlan<T>> plan_;
  std::vector<T> roots_; // for real lines of even length: e^(-2 pi i k / n), k <= n / 4
  bool isPrefetched_;
  // The number of threads that divide the lines, and the number of threads that divide each line.
  int linesWorkers_, insideWorkers_;
};

} // namespace lz::fft
