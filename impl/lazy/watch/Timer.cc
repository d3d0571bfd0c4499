#include "lazy/watch/Timer.h"

#include <algorithm>
#include <bit>

namespace lz::lazy {
namespace {

void lower(std::atomic<int64_t>& least, int64_t ns) {
  int64_t known = least.load(std::memory_order_relaxed);
  while (ns < known && !least.compare_exchange_weak(known, ns, std::memory_order_relaxed)) {
  }
}
void raise(std::atomic<int64_t>& most, int64_t ns) {
  int64_t known = most.load(std::memory_order_relaxed);
  while (ns > known && !most.compare_exchange_weak(known, ns, std::memory_order_relaxed)) {
  }
}

} // namespace

// Example: 100 ns = 0b1100100 has the leading bits 0b11001, so its bucket is 16 * 2 + 25, which
// contains 100 to 103 ns.
size_t Timer::bucketOf(int64_t ns) {
  if (ns < int64_t(1) << kPartBits)
    return size_t(std::max<int64_t>(ns, 0));
  const int shift = std::bit_width(uint64_t(ns)) - 1 - kPartBits;
  return (size_t(shift) << kPartBits) + size_t(ns >> shift);
}
int64_t Timer::longestIn(size_t bucket) {
  if (bucket < size_t(2) << kPartBits)
    return int64_t(bucket);
  const int shift = int(bucket >> kPartBits) - 1;
  const auto leading = int64_t(bucket - (size_t(shift) << kPartBits));
  return int64_t((uint64_t(leading + 1) << shift) - 1);
}

// Returns the bucket of the duration with this rank. The shortest duration has rank 1.
size_t Timer::bucketAt(const std::array<int64_t, kBuckets>& counts, int64_t number) {
  size_t bucket = 0;
  for (int64_t seen = counts[0]; seen < number; seen += counts[bucket])
    ++bucket;
  return bucket;
}

void Timer::add(int64_t ns) {
  total_.fetch_add(ns, std::memory_order_relaxed);
  lower(least_, ns);
  raise(most_, ns);
  // This store comes last. So if a summary counts the duration, it also sees the stores above.
  buckets_[bucketOf(ns)].fetch_add(1, std::memory_order_release);
}

Timer::Summary Timer::summary() const {
  std::array<int64_t, kBuckets> counts;
  int64_t count = 0;
  for (size_t i = 0; i < kBuckets; ++i)
    count += counts[i] = buckets_[i].load(std::memory_order_acquire);
  if (count == 0)
    return {};
  // If another thread resets the timer while durations are added, leastNs and mostNs may not match
  // the counts. So the buckets limit them.
  const size_t first = bucketAt(counts, 1), last = bucketAt(counts, count);
  const int64_t least = std::min(least_.load(std::memory_order_relaxed), longestIn(first));
  const int64_t most = std::clamp(most_.load(std::memory_order_relaxed), least, longestIn(last));
  // Returns the least duration that is at least as long as `percent` percent of all durations.
  const auto percentile = [&](int64_t percent) {
    const int64_t wanted = (count / 100) * percent + (count % 100 * percent + 99) / 100;
    return std::min(longestIn(bucketAt(counts, wanted)), most);
  };
  return {count, totalNs(), least, most, percentile(50), percentile(90), percentile(99)};
}

void Timer::reset() {
  for (std::atomic<int64_t>& count : buckets_)
    count.store(0, std::memory_order_relaxed);
  total_.store(0, std::memory_order_relaxed);
  least_.store(INT64_MAX, std::memory_order_relaxed);
  most_.store(0, std::memory_order_relaxed);
}

} // namespace lz::lazy
