// Computes several transforms of one length at a time: as many as a register has elements. The data
// stays in the cache from pass to pass. Longer transforms and batches are made from these
// transforms.
#pragma once

#include "fft/vector/Passes.h"

#include <vector>

namespace lz::fft {

template <typename T> class Core {
public:
  // Returns whether the largest prime factor of n is at most kMostRadix.
  static bool isPossible(int64_t n);
  // Each lane of a vector computes one transform. Returns the predicted time of all transforms of a
  // vector together, if the data is in the cache.
  static double ns(int64_t n, MachineClass cpu);

  Core(int64_t n, MachineClass cpu);

  int64_t length() const { return n_; }
  // Returns the size of n blocks, in numbers of T.
  int64_t blocksSize() const { return n_ * 2 * lanesOf<T>(cpu_); }
  // Returns the size of the scratch, in numbers of T.
  int64_t scratchSize() const { return 2 * blocksSize(); }
  int64_t tableSize() const; // in numbers of T

  // Transforms `lanes` columns of `in`, and writes the results to columns of `out`. Input and
  // output are allowed to be the same memory.
  void columns(ColumnsIn<T> in, const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // Transforms the blocks at the beginning of scratch to columns.
  void toColumns(const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // Transforms the blocks at the beginning of scratch, and returns where in scratch the results
  // begin.
  T* blocks(T* scratch) const;

private:
  // Runs the passes first .. end - 1. The passes alternate between the arrays `from` and `other`.
  // Returns the array that holds the result.
  T* runPasses(size_t first, size_t end, T* from, T* other) const;
  // Runs the passes from `first` on. The last pass writes columns.
  void finishFrom(size_t first, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;
  // Runs the pass `last`, which writes the results to columns. If `last` is nullptr, `from` has the
  // results. Then the results are only copied to columns.
  void finish(const Pass<T>* last, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;

  int64_t n_;
  MachineClass cpu_;
  std::vector<Pass<T>> passes_;
};

} // namespace lz::fft
