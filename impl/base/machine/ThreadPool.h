// Threads that share loops. The calling thread always takes part, so a pool of 1 has no thread of
// its own.
#pragma once

#include "absl/functional/function_ref.h"

#include <cstdint>
#include <memory>

namespace lz {

class ThreadPool {
public:
  // The least work worth handing to another thread. One that has just worked spins and joins within
  // a microsecond or two; one that sleeps joins 40 us later, which costs the caller a call of the
  // system. Loops of 30 us of one thread take 16 to 19 us on two (AMD Zen 4).
  static constexpr double kGrainNs = 10e3;
  // Work that is cancelled (base/Cancel.h) goes on for about so long: some milliseconds where the
  // estimate is ten times too low.
  static constexpr double kPieceNs = 250e3;

  // Threads that compute, the calling one included; 0: usableCores(). Started by the first loop
  // that wants them.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool(); // waits for the threads; no loop may be running
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // Calls `fn(lo, hi, worker)` on disjoint ranges that cover [0, units) and returns when all have
  // ended.
  //   nsPerUnit:  estimated cost; ranges are at least kGrainNs long, and work below twice that
  //               runs inline.
  //   worker:     in [0, min(threads, maxWorkers)), distinct among the ranges that run at the same
  //               time: an index into scratch memory.
  // Which thread runs what varies from call to call: `fn` must not let results depend on the
  // ranges. Loops inside `fn` run inline. Any thread, many at once. A range that takes longer than
  // kPieceNs comes in pieces of it, in order, on one thread. When the caller's work is cancelled,
  // what has not begun is left out. So it is when `fn` throws, on whatever thread: the exception,
  // of several one, is thrown on from here once all threads have left the loop.
  void parallelFor(int64_t units, double nsPerUnit,
                   absl::FunctionRef<void(int64_t lo, int64_t hi, int worker)> fn,
                   int maxWorkers = 1 << 30);

  // Calls `fn(unit, worker)` for every unit, one at a time in ascending order: whoever is free
  // takes the next. For units that the caller has cut, long ones first, so that all end at about
  // the same time. Inline if all of it costs less than 2 * kGrainNs. All else as above.
  void parallelEach(int64_t units, double totalNs,
                    absl::FunctionRef<void(int64_t unit, int worker)> fn, int maxWorkers = 1 << 30);

private:
  using RangeFn = absl::FunctionRef<void(int64_t lo, int64_t hi, int worker)>;
  // Ranges of so many units, in pieces of so many. False: it is to run inline.
  bool runShared(int64_t units, int64_t rangeUnits, int64_t pieceUnits, RangeFn fn, int maxWorkers);

  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

} // namespace lz
