// Transforms all lines of an array along the last dimension: complex to complex, or between real
// numbers and the first half of their transform. A real line of even length is treated as a complex
// line of half the length, followed by a loop over the result. A real line of odd length is
// converted to a complex line.
#pragma once

#include "fft/LinePlan.h"
#include "fft/Plan.h"

#include <memory>
#include <vector>

namespace lz::fft {

template <typename T> class LinesStep {
public:
  // `n` is the length of a line, in real or complex numbers of the full transform.
  LinesStep(Kind kind, int64_t n, int64_t count, MachineClass cpu, int threads);

  int64_t scratchSize() const; // numbers of T
  int64_t tableSize() const { return plan_->tableSize() + int64_t(roots_.size()); }
  double ns() const; // of all lines, of one thread
  // Computes the transforms and multiplies results by `scale`.
  void run(const T* in, T* out, T scale, T* scratch, ThreadPool& pool) const;

private:
  struct Group; // some lines
  int64_t inStep() const;
  int64_t outStep() const;
  bool isReal() const { return kind_ == Kind::Rfft || kind_ == Kind::Irfft; }
  bool isHalved() const { return isReal() && n_ % 2 == 0; }
  double nsPerLine() const;
  int64_t linesScratchSize() const; // for lines that are made complex
  int64_t workerScratchSize() const;
  // Prefetches the next lines, from `line` on.
  void prefetchLines(const T* in, T* out, int64_t line) const;
  void transform(const Group& group) const;
  void transformHalved(const Group& group) const;
  void transformOdd(const Group& group) const;

  Kind kind_;
  int64_t n_, count_;
  MachineClass cpu_;
  std::unique_ptr<LinePlan<T>> plan_;
  std::vector<T> roots_; // for halved lines: e^(-2 pi i k / n), k <= n / 4
  bool isPrefetched_;
  int linesWorkers_, insideWorkers_; // threads that share the lines, and threads within one line
};

} // namespace lz::fft
