// Allocates host memory for tensors and arenas. The memory is aligned and counted, and may use huge
// pages. Freed blocks are kept for reuse.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"
#include "runtime/Reservation.h"
#include "runtime/SmallBlocks.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

namespace lz::runtime {

// The source of an allocator's memory. Any thread may call its functions. The lock of the allocator
// is not held during the calls.
class MemorySource {
public:
  virtual ~MemorySource() = default;
  // Returns memory aligned to kAlignment, or nullptr if there is none. `bytes` is a multiple of
  // kAlignment.
  virtual std::byte* allocate(int64_t bytes) = 0;
  virtual void free(std::byte* data, int64_t bytes) noexcept = 0;
  // Tries to free memory before an allocation is refused. `available` is the number of bytes left
  // of the limit. If this function returns true, the allocation is tried again.
  virtual bool relieve(int64_t wanted, int64_t available) = 0;
  // Returns why `allocate` returned nullptr, and the remedy, for the error message.
  virtual const char* refusal() const = 0;
};

// Returns a source that uses mmap and malloc.
std::shared_ptr<MemorySource> systemMemory();

struct AllocatorOptions {
  int64_t limitBytes = 0;      // limit for blocks in use and kept blocks; 0 means usableMemory()
  int64_t cacheLimitBytes = 0; // limit for kept blocks; 0 means an eighth of limitBytes
  std::shared_ptr<MemorySource> source = systemMemory();
  // If true, every block has the size blockBytes(). Otherwise a kept block that is up to an eighth
  // larger may be reused.
  bool isExact = false;
};

// Who asks for memory, and what may be done before the request is refused.
struct MemoryRequest {
  Reservation* run = nullptr; // the reservation of a run; nullptr: the memory is for a tensor
  bool waits = true;          // may wait for runs; false for a thread that holds the cut lock
  bool relieves = true;       // may call MemorySource::relieve
};

struct MemoryUse {
  int64_t limit = 0;
  bool isBudget = false; // whether the limit was set by the caller
  int64_t live = 0, peak = 0;
  int64_t reserved = 0; // what submitted runs will take
  int64_t waits = 0;    // how many requests have waited for runs
};

// Any thread may call these functions.
//
// If memory is short, kept blocks are freed first. Then a request waits for runs, as the line of
// reservations says (Reservation.h). It does not wait in a callback. At last MemorySource::relieve
// is called.
class Allocator {
public:
  explicit Allocator(AllocatorOptions options = {});
  ~Allocator(); // requires that all blocks are released
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Returns uninitialized memory aligned to kAlignment. It is never NULL, even for 0 bytes. Errors:
  // ResourceExhausted; Cancelled, if the work of this thread is cancelled while it waits.
  StatusOr<Block> allocate(int64_t bytes, const MemoryRequest& request = {});
  // Allocates one block for each size, or none if not all of them fit. `blocks` has as many
  // elements as `sizes`. The wanted bytes in the error are those of all blocks together. If the
  // request is that of a run, the run holds memory until giveBack().
  Status allocateAll(absl::Span<const int64_t> sizes, absl::Span<Block> blocks,
                     const MemoryRequest& request = {});
  void release(Block block);
  // The counterpart of an allocateAll() that succeeded for a run: afterwards the run holds no
  // memory. Takes back `block` if it has memory.
  void giveBack(Reservation& run, Block block);
  // Waits as long as a request of a run for `bytes` bytes would wait. Returns the number of bytes
  // that are free after that. Fails with Cancelled.
  StatusOr<int64_t> roomFor(int64_t bytes);
  // Returns the size of a new block for `bytes` bytes.
  static int64_t blockBytes(int64_t bytes);
  int64_t trim(); // frees the kept blocks; returns the number of their bytes

  // Changes the limit and `isExact` of the options. 0 bytes means usableMemory(). Frees kept blocks
  // beyond the limit. If more bytes are in use, fails with FailedPrecondition and changes nothing.
  Status setLimit(int64_t bytes, bool isExact);
  int64_t limitBytes() const;
  int64_t budgetBytes() const; // the limit if the allocator is exact, otherwise 0
  MemoryUse use() const;
  int64_t liveBytes() const;   // bytes of the blocks that are in use
  int64_t cachedBytes() const; // bytes of the kept blocks
  int64_t peakBytes() const;   // maximum of liveBytes since the last resetPeak
  void resetPeak();

private:
  friend class Reservation;

  // A kept block. The oldest, by `age`, is evicted first.
  struct Cached {
    std::byte* data;
    uint64_t age;
  };
  using Blocks = std::multimap<int64_t, Cached>; // key: the size
  // Blocks to free after the lock is released.
  struct Evicted {
    Blocks blocks;
    std::byte* small = nullptr; // a chain of SmallBlocks
  };

  void enter(Reservation& one, int64_t promised);
  void leave(Reservation& one);
  void roomChanged();
  template <typename Goes> void waitWhile(std::unique_lock<std::mutex>& lock, Goes goesOn);
  Status waitForRuns(std::unique_lock<std::mutex>& lock, int64_t bytes);
  StatusOr<bool> waitInLine(std::unique_lock<std::mutex>& lock, int64_t bytes);
  // Waits as the request says. Returns whether the bytes count as live already.
  StatusOr<bool> waitForRoom(std::unique_lock<std::mutex>& lock, int64_t bytes,
                             const MemoryRequest& request);
  Status tryToAllocateAll(absl::Span<const int64_t> sizes, absl::Span<Block> blocks, int64_t total,
                          const MemoryRequest& request);
  bool takeFromSource(absl::Span<const int64_t> sizes, absl::Span<Block> blocks);
  // Counts a block as free. Returns whether the block is kept. If it is not kept, the caller must
  // free it.
  bool takeBack(Block block, Evicted& evicted);
  bool keep(Block block, Evicted& evicted);
  bool keepSmall(Block block, Evicted& evicted);
  bool takeCached(int64_t bytes, Block& block);
  int64_t kept() const { return cached_ + small_.bytes(); }
  // Moves kept blocks to `evicted`, until at most `bytes` bytes are kept. The oldest blocks go
  // first, and small blocks last. Allocates nothing.
  void evictDownTo(int64_t bytes, Evicted& evicted);
  void freeAll(const Evicted& evicted); // the lock must not be held
  void countLive(int64_t bytes);

  const int64_t cacheLimit_;
  const std::shared_ptr<MemorySource> source_;
  mutable std::mutex mutex_;
  int64_t limit_;
  bool isExact_;
  Blocks cache_;
  std::map<uint64_t, Blocks::iterator> byAge_;
  uint64_t clock_ = 0;
  int64_t live_ = 0, peak_ = 0;
  int64_t cached_ = 0; // bytes of cache_
  SmallBlocks small_;
  Line line_;
  std::condition_variable roomChanged_;
  int64_t waiting_ = 0, waits_ = 0; // requests that wait now; all that have waited
};

} // namespace lz::runtime
