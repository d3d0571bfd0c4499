// Transforms of one length for as many lanes as a register has elements, in passes that stay in the
// cache: what longer and several transforms are made of.
#pragma once

#include "fft/vector/Passes.h"

#include <vector>

namespace lz::fft {

template <typename T> class Core {
public:
  // Its largest prime factor is at most kMostRadix.
  static bool isPossible(int64_t n);
  // Predicted, for all lanes together, in the cache.
  static double ns(int64_t n, CpuClass cpu);

  Core(int64_t n, CpuClass cpu);

  int64_t length() const { return n_; }
  // Numbers of T that n blocks have.
  int64_t blocksSize() const { return n_ * 2 * lanesOf<T>(cpu_); }
  // Of scratch.
  int64_t scratchSize() const { return 2 * blocksSize(); }
  int64_t tableSize() const; // numbers of T

  // Columns to columns, `lanes` of them. Input and output may be the same place.
  void columns(ColumnsIn<T> in, const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // From the blocks at the begin of scratch.
  void toColumns(const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // Within scratch; returns where the resulting blocks are in it.
  T* blocks(T* scratch) const;

private:
  // Passes first .. end - 1, from blocks in `from` to `other` and back. Returns where they end.
  T* runPasses(size_t first, size_t end, T* from, T* other) const;
  // The passes from `first` on, the last one to columns.
  void finishFrom(size_t first, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;
  // `last` may be nullptr: the blocks are the results.
  void finish(const Pass<T>* last, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;

  int64_t n_;
  CpuClass cpu_;
  std::vector<Pass<T>> passes_;
};

} // namespace lz::fft
