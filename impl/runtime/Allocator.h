// Host memory for tensors and arenas: aligned, huge pages advised, freed blocks kept for reuse,
// every byte counted.
#pragma once

#include "base/Status.h"
#include "runtime/SmallBlocks.h"

#include <map>
#include <memory>
#include <mutex>

namespace lz::runtime {

// The source of an allocator's memory. Any thread; called without the allocator's lock.
class MemorySource {
public:
  virtual ~MemorySource() = default;
  // Memory aligned to kAlignment; `bytes` is a multiple of it. nullptr if there is no more.
  virtual std::byte* allocate(int64_t bytes) = 0;
  virtual void free(std::byte* data, int64_t bytes) noexcept = 0;
  // Asked before an allocation is refused, when `available` bytes are left of the limit. True: some
  // memory has been freed, so the allocation is tried again.
  virtual bool relieve(int64_t wanted, int64_t available) = 0;
  // The cause and the remedy, for the error when `allocate` returns nullptr.
  virtual const char* refusal() const = 0;
};

// Memory of mmap and malloc.
std::shared_ptr<MemorySource> systemMemory();

struct AllocatorOptions {
  int64_t limitBytes = 0;      // blocks handed out and kept, together; 0: usableMemory()
  int64_t cacheLimitBytes = 0; // freed blocks kept for reuse; 0: an eighth of limitBytes
  std::shared_ptr<MemorySource> source = systemMemory();
};

// Any thread.
class Allocator {
public:
  explicit Allocator(AllocatorOptions options = {});
  ~Allocator(); // all blocks must have been released
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Uninitialized memory aligned to kAlignment; never NULL, also for 0 bytes. If the limit or the
  // source refuses, kept blocks are freed, and the source is asked for relief as long as that
  // reduces the memory in use. Error: ResourceExhausted.
  StatusOr<Block> allocate(int64_t bytes);
  void release(Block block);
  int64_t trim(); // gives the kept blocks back to the system; returns their bytes

  int64_t limitBytes() const { return limit_; }
  int64_t liveBytes() const;   // handed out now
  int64_t cachedBytes() const; // freed and kept
  int64_t peakBytes() const;   // maximum of liveBytes since the last resetPeak
  void resetPeak();

private:
  // A kept block; `age` orders them for eviction, oldest first.
  struct Cached {
    std::byte* data;
    uint64_t age;
  };
  using Blocks = std::multimap<int64_t, Cached>; // by size
  // Blocks to be freed after the lock is released.
  struct Evicted {
    Blocks blocks;
    std::byte* small = nullptr; // a chain of SmallBlocks
  };

  StatusOr<Block> tryToAllocate(int64_t bytes);
  bool keep(Block block, Evicted& evicted);
  bool keepSmall(Block block, Evicted& evicted);
  bool takeCached(int64_t bytes, Block& block);
  int64_t kept() const { return cached_ + small_.bytes(); }
  // Moves the oldest blocks to `evicted`, then the small ones, until at most `bytes` are kept. It
  // allocates nothing.
  void evictDownTo(int64_t bytes, Evicted& evicted);
  void freeAll(const Evicted& evicted); // call without the lock
  void countLive(int64_t bytes);

  const int64_t limit_, cacheLimit_;
  const std::shared_ptr<MemorySource> source_;
  mutable std::mutex mutex_;
  Blocks cache_;
  std::map<uint64_t, Blocks::iterator> byAge_;
  uint64_t clock_ = 0;
  int64_t live_ = 0, peak_ = 0;
  int64_t cached_ = 0; // bytes of cache_
  SmallBlocks small_;
};

} // namespace lz::runtime
