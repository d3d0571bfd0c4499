// Plans transforms of contiguous lines of complex numbers, of any length, in one of three ways:
//   direct   transforms as many lines at once as a register has elements;
//   split    sees a line of n = n1 * n2 numbers as an n1 x n2 matrix; transforms its columns and
//            then its rows, as many at once as in `direct`; threads can divide one line;
//   chirp    computes a cyclic convolution whose length has small factors, after Bluestein.
#pragma once

#include "base/machine/MachineClass.h"
#include "base/machine/ThreadPool.h"

#include <cstdint>
#include <memory>

namespace lz::fft {

template <typename T> struct LinesCall {
  const T* in;
  int64_t inStep; // distance from one line to the next, in numbers of T
  T* out;         // must not overlap the input
  int64_t outStep;
  int count; // at most linesTogether()
  bool inverse;
  T scale; // factor of the results
  T* scratch;
  ThreadPool& pool;
  int workers; // largest number of threads; `scratch` has room for them
};

template <typename T> class LinePlan {
public:
  // Makes a plan for `count` lines of n > 0 numbers.
  static std::unique_ptr<LinePlan> make(int64_t n, int64_t count, MachineClass cpu);
  virtual ~LinePlan() = default;

  virtual int linesTogether() const { return 1; }
  virtual double nsPerLine() const = 0; // predicted time on one thread
  // Returns the size of the scratch in numbers of T. It is a multiple of 64 bytes.
  virtual int64_t scratchSize(int workers) const = 0;
  virtual int64_t tableSize() const = 0; // in numbers of T
  virtual void run(const LinesCall<T>& call) const = 0;
};

// Rounds up `size`, a number of T's, to a multiple of 64 bytes, so that the data after it is
// aligned.
template <typename T> int64_t alignedSize(int64_t size) {
  constexpr int64_t kUnit = 64 / sizeof(T);
  return (size + kUnit - 1) / kUnit * kUnit;
}

// Calls fn(begin, end) for pieces of [0, n). The pieces do not depend on the number of threads.
template <typename Fn>
void inPieces(ThreadPool& pool, int workers, int64_t n, double nsPerUnit, const Fn& fn) {
  // With half or twice this value, fft-1m and rfft-1m of the bench take the same time (Zen 5).
  constexpr int64_t kPiece = 4096;
  pool.parallelFor((n + kPiece - 1) / kPiece, nsPerUnit * double(kPiece),
                   [&](int64_t lo, int64_t hi, int) {
                     for (int64_t piece = lo; piece < hi; ++piece)
                       fn(piece * kPiece,
                          piece + 1 < (n + kPiece - 1) / kPiece ? (piece + 1) * kPiece : n);
                   },
                   workers);
}

} // namespace lz::fft
