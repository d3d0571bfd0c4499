// Transforms of one length for as many lanes as a register has elements, in passes that stay in the
// cache. Longer transforms, and several at once, consist of these.
#pragma once

#include "fft/vector/Passes.h"

#include <vector>

namespace lz::fft {

template <typename T> class Core {
public:
  // Whether its largest prime factor is at most kMostRadix.
  static bool isPossible(int64_t n);
  // The predicted time for all lanes together, in the cache.
  static double ns(int64_t n, MachineClass cpu);

  Core(int64_t n, MachineClass cpu);

  int64_t length() const { return n_; }
  // The numbers of T in n blocks.
  int64_t blocksSize() const { return n_ * 2 * lanesOf<T>(cpu_); }
  // The numbers of T in scratch.
  int64_t scratchSize() const { return 2 * blocksSize(); }
  int64_t tableSize() const; // numbers of T

  // Transforms `lanes` columns to columns. Input and output may be the same place.
  void columns(ColumnsIn<T> in, const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // Transforms the blocks at the beginning of scratch to columns.
  void toColumns(const ColumnsOut<T>& out, int lanes, T* scratch) const;
  // Transforms within scratch, and returns where the resulting blocks begin.
  T* blocks(T* scratch) const;

private:
  // Runs passes first .. end - 1, from blocks in `from` to `other` and back. Returns where they
  // end.
  T* runPasses(size_t first, size_t end, T* from, T* other) const;
  // Runs the passes from `first` on; the last one writes columns.
  void finishFrom(size_t first, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;
  // `last` may be nullptr: the blocks are the results.
  void finish(const Pass<T>* last, T* from, T* other, const ColumnsOut<T>& out, int lanes) const;

  int64_t n_;
  MachineClass cpu_;
  std::vector<Pass<T>> passes_;
};

} // namespace lz::fft
