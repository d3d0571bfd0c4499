// Threads that run loops together. The calling thread always takes part, so a pool of 1 has no
// thread of its own.
#pragma once

#include "absl/functional/function_ref.h"

#include <cstdint>
#include <memory>

namespace lz {

class ThreadPool {
public:
  // The least work that is worth another thread. A thread that has just worked joins a loop within
  // 2 us, and a sleeping thread after 40 us. A loop that takes 30 us on one thread takes 16 to 19
  // us on two (AMD Zen 4).
  static constexpr double kGrainNs = 10e3;
  // The time that it takes to hand work to another thread and to get the result back. On an AMD Zen
  // 3, a sum of 4 numbers took 8 us on another thread and 2 us on the calling thread.
  static constexpr double kHandOffNs = 5e3;
  // The time of a piece of a loop. Cancelled work (base/Cancel.h) ends after about this time. If
  // nsPerUnit is ten times too low, a piece takes some milliseconds.
  static constexpr double kPieceNs = 250e3;

  // `threads` is the number of threads that compute, including the calling thread. 0 means
  // usableCores(). The first loop that needs threads starts them.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool(); // waits for the threads; no loop may be running
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // Calls `fn(lo, hi, worker)` on disjoint ranges that cover [0, units) and returns when all have
  // ended.
  //   nsPerUnit:  estimated time of a unit. Each range takes at least kGrainNs, and work that takes
  //               less than 2 * kGrainNs runs on the calling thread.
  //   worker:     in [0, min(threads, maxWorkers)). Ranges that run at the same time have different
  //               numbers, so `worker` can be an index into scratch memory.
  // Results of `fn` must not depend on the ranges and their threads, which differ from call to
  // call. Loops inside `fn` run on the thread that starts them. Any thread may call parallelFor. A
  // long range is run in pieces of about kPieceNs, in order, on one thread. If the caller's work is
  // cancelled, or if `fn` throws, pieces that have not begun are skipped. The first exception is
  // rethrown here, after all threads have left the loop.
  void parallelFor(int64_t units, double nsPerUnit,
                   absl::FunctionRef<void(int64_t lo, int64_t hi, int worker)> fn,
                   int maxWorkers = 1 << 30);

  // Calls `fn(unit, worker)` once for every unit. A thread that is free takes the next unit, so the
  // units can take different times. Put the longest units first. Then all threads end at about the
  // same time. `totalNs` is the estimated time of all units together. If it is less than 2 *
  // kGrainNs, they run on the calling thread.
  void parallelEach(int64_t units, double totalNs,
                    absl::FunctionRef<void(int64_t unit, int worker)> fn, int maxWorkers = 1 << 30);

private:
  using RangeFn = absl::FunctionRef<void(int64_t lo, int64_t hi, int worker)>;
  // Runs the loop on several threads: ranges of `rangeUnits` units, in pieces of `pieceUnits`.
  // Returns false if the caller must run the loop itself.
  bool runShared(int64_t units, int64_t rangeUnits, int64_t pieceUnits, RangeFn fn, int maxWorkers);

  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

} // namespace lz
