// Host memory for tensors and arenas: aligned, huge pages advised, freed blocks kept for reuse,
// every byte counted.
#pragma once

#include "base/Status.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace lz::runtime {

// What every storage and arena is aligned to: a cache line, and the widest vector.
inline constexpr int64_t kAlignment = 64;

struct AllocatorOptions {
  int64_t limitBytes = 0;      // blocks handed out and kept, together; 0: usableMemory()
  int64_t cacheLimitBytes = 0; // freed blocks kept for reuse; 0: an eighth of that
};

// A piece of memory of an Allocator. Plain data: whoever holds it must give it back.
struct Block {
  std::byte* data = nullptr;
  int64_t bytes = 0; // usable, at least what was asked for
};

// Any thread.
class Allocator {
public:
  explicit Allocator(AllocatorOptions options = {});
  ~Allocator(); // all blocks must have been released
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Uninitialized memory aligned to kAlignment; never NULL, also for 0 bytes. Errors:
  // ResourceExhausted when the limit or the system refuses; the kept blocks have been freed before
  // that.
  StatusOr<Block> allocate(int64_t bytes);
  void release(Block block);
  int64_t trim(); // gives the kept blocks back to the system; so many bytes

  int64_t limitBytes() const { return limit_; }
  int64_t liveBytes() const;   // handed out now
  int64_t cachedBytes() const; // freed and kept
  int64_t peakBytes() const;   // maximum of liveBytes since the last resetPeak
  void resetPeak();

private:
  bool keep(Block block);
  bool takeCached(int64_t bytes, Block& block);
  void evictDownTo(int64_t bytes);
  void countLive(int64_t bytes);

  const int64_t limit_, cacheLimit_;
  mutable std::mutex mutex_;
  // The kept blocks by size; `age` orders them for eviction, oldest first.
  struct Cached {
    std::byte* data;
    uint64_t age;
  };
  std::multimap<int64_t, Cached> cache_;
  std::map<uint64_t, std::multimap<int64_t, Cached>::iterator> byAge_;
  uint64_t clock_ = 0;
  int64_t live_ = 0, peak_ = 0, cached_ = 0;
};

} // namespace lz::runtime
