// Host memory for tensors and arenas. It is aligned, advised to use huge pages and counted, and
// freed blocks are kept for reuse.
#pragma once

#include "base/Status.h"
#include "runtime/SmallBlocks.h"

#include <map>
#include <memory>
#include <mutex>

namespace lz::runtime {

// The source of an allocator's memory. Any thread may call it, without the allocator's lock.
class MemorySource {
public:
  virtual ~MemorySource() = default;
  // Returns memory aligned to kAlignment, or nullptr if there is none. `bytes` is a multiple of
  // kAlignment.
  virtual std::byte* allocate(int64_t bytes) = 0;
  virtual void free(std::byte* data, int64_t bytes) noexcept = 0;
  // Called before an allocation is refused, with `available` bytes left of the limit. Returns true
  // if it has freed memory; then the allocation is tried again.
  virtual bool relieve(int64_t wanted, int64_t available) = 0;
  // Returns the cause and the remedy, for the error after `allocate` has returned nullptr.
  virtual const char* refusal() const = 0;
};

// Returns a source that uses mmap and malloc.
std::shared_ptr<MemorySource> systemMemory();

struct AllocatorOptions {
  int64_t limitBytes = 0;      // blocks handed out and kept, together; 0: usableMemory()
  int64_t cacheLimitBytes = 0; // freed blocks kept for reuse; 0: an eighth of limitBytes
  std::shared_ptr<MemorySource> source = systemMemory();
};

// Any thread may call these functions.
class Allocator {
public:
  explicit Allocator(AllocatorOptions options = {});
  ~Allocator(); // all blocks must have been released
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Returns uninitialized memory aligned to kAlignment, and never NULL, even for 0 bytes. If the
  // limit or the source refuses, kept blocks are freed, and relieve() is called until it no longer
  // reduces the memory in use. Error: ResourceExhausted.
  StatusOr<Block> allocate(int64_t bytes);
  void release(Block block);
  int64_t trim(); // returns the kept blocks to the system; returns their bytes

  int64_t limitBytes() const { return limit_; }
  int64_t liveBytes() const;   // handed out now
  int64_t cachedBytes() const; // freed and kept
  int64_t peakBytes() const;   // maximum of liveBytes since the last resetPeak
  void resetPeak();

private:
  // A kept block. The oldest, by `age`, is evicted first.
  struct Cached {
    std::byte* data;
    uint64_t age;
  };
  using Blocks = std::multimap<int64_t, Cached>; // by size
  // Blocks to free after the lock is released.
  struct Evicted {
    Blocks blocks;
    std::byte* small = nullptr; // a chain of SmallBlocks
  };

  StatusOr<Block> tryToAllocate(int64_t bytes);
  bool keep(Block block, Evicted& evicted);
  bool keepSmall(Block block, Evicted& evicted);
  bool takeCached(int64_t bytes, Block& block);
  int64_t kept() const { return cached_ + small_.bytes(); }
  // Moves the oldest blocks to `evicted`, then the small ones, until at most `bytes` are kept.
  // Allocates nothing.
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
