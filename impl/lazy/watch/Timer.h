// Measures the durations of frequent operations, in memory that does not grow.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace lz::lazy {

// Any thread may call these functions. If a duration is added while a summary is made, the duration
// can count in some numbers of the summary and not in others.
class Timer {
public:
  struct Summary {
    int64_t count, totalNs;
    int64_t leastNs, mostNs;        // 0 if nothing was added
    int64_t medianNs, p90Ns, p99Ns; // at most 1/16 too long, and at most mostNs
  };

  void add(int64_t ns);
  int64_t totalNs() const { return total_.load(std::memory_order_relaxed); }
  Summary summary() const;
  void reset();

private:
  // Each duration up to 16 ns has its own bucket. Above that, each power of two has 16 buckets.
  static constexpr int kPartBits = 4;
  static constexpr size_t kBuckets = size_t(64 - kPartBits) << kPartBits;
  static size_t bucketOf(int64_t ns);
  static int64_t longestIn(size_t bucket);
  static size_t bucketAt(const std::array<int64_t, kBuckets>& counts, int64_t number);

  std::array<std::atomic<int64_t>, kBuckets> buckets_{};
  std::atomic<int64_t> total_{0}, least_{INT64_MAX}, most_{0};
};

// Adds the time from its construction to its destruction.
class TimedScope {
public:
  explicit TimedScope(Timer& timer) : timer_(timer) {}
  TimedScope(const TimedScope&) = delete;
  TimedScope& operator=(const TimedScope&) = delete;
  ~TimedScope() {
    timer_.add(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count());
  }

private:
  using Clock = std::chrono::steady_clock;
  Timer& timer_;
  const Clock::time_point start_ = Clock::now();
};

} // namespace lz::lazy
