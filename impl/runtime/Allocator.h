// Host memory for tensors and arenas: aligned, huge pages advised, freed blocks kept for reuse,
// every byte counted.
#pragma once

#include "base/Status.h"
#include "runtime/SmallBlocks.h"

#include <map>
#include <memory>
#include <mutex>

namespace lz::runtime {

// Where an allocator has its memory from. Any thread; called without the allocator's lock.
class MemorySource {
public:
  virtual ~MemorySource() = default;
  // Aligned to kAlignment, `bytes` a multiple of it; nullptr: there is no more.
  virtual std::byte* allocate(int64_t bytes) = 0;
  virtual void free(std::byte* data, int64_t bytes) noexcept = 0;
  // Asked before an allocation is refused, `available` bytes being left of the limit. True: some
  // memory in use has been given up, and it is worth another try.
  virtual bool relieve(int64_t wanted, int64_t available) = 0;
  // What an error says when allocate has given none: the cause and the remedy.
  virtual const char* refusal() const = 0;
};

// mmap and malloc.
std::shared_ptr<MemorySource> systemMemory();

struct AllocatorOptions {
  int64_t limitBytes = 0;      // blocks handed out and kept, together; 0: usableMemory()
  int64_t cacheLimitBytes = 0; // freed blocks kept for reuse; 0: an eighth of that
  std::shared_ptr<MemorySource> source = systemMemory();
};

// Any thread.
class Allocator {
public:
  explicit Allocator(AllocatorOptions options = {});
  ~Allocator(); // all blocks must have been released
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Uninitialized memory aligned to kAlignment; never NULL, also for 0 bytes. Errors:
  // ResourceExhausted when the limit or the source refuses; before that the kept blocks have been
  // freed, and the source has been asked for relief, as long as that made less be in use.
  StatusOr<Block> allocate(int64_t bytes);
  void release(Block block);
  int64_t trim(); // gives the kept blocks back to the system; so many bytes

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
  // To be freed without the lock.
  struct Evicted {
    Blocks blocks;
    std::byte* small = nullptr; // a chain of SmallBlocks
  };

  StatusOr<Block> tryToAllocate(int64_t bytes);
  bool keep(Block block, Evicted& evicted);
  bool keepSmall(Block block, Evicted& evicted);
  bool takeCached(int64_t bytes, Block& block);
  int64_t kept() const { return cached_ + small_.bytes(); }
  // Moves the oldest blocks to `evicted`, then the small ones, until at most `bytes` are kept;
  // needs no memory.
  void evictDownTo(int64_t bytes, Evicted& evicted);
  void freeAll(const Evicted& evicted); // without the lock
  void countLive(int64_t bytes);

  const int64_t limit_, cacheLimit_;
  const std::shared_ptr<MemorySource> source_;
  mutable std::mutex mutex_;
  Blocks cache_;
  std::map<uint64_t, Blocks::iterator> byAge_;
  uint64_t clock_ = 0;
  int64_t live_ = 0, peak_ = 0;
  int64_t cached_ = 0; // of cache_
  SmallBlocks small_;
};

} // namespace lz::runtime
