#include "runtime/Allocator.h"

#include "base/Checked.h"
#include "base/Exhausted.h"
#include "base/Integers.h"
#include "base/machine/ProcessLimits.h"
#include "base/machine/Sanitizer.h"

#include <algorithm>
#include <limits>
#include <new>
#include <unistd.h>
#include <utility>

namespace lz::runtime {
namespace {

// Blocks of at least this size may be reused for requests that are up to an eighth smaller.
constexpr int64_t kMinCached = SmallBlocks::kMostBytes;
// The largest number of bytes of small blocks that are kept. The gradient of the first sentence of
// examples/wordseg frees more than 16 MiB of small blocks at once. It takes 1.2 times as long if
// only 16 MiB are kept.
constexpr int64_t kMostSmall = 64 << 20;
constexpr int64_t kPage = 4 << 10;

// Returns the free memory of the machine. Limits of the process can allow less.
int64_t systemBytes() {
  return int64_t(sysconf(_SC_AVPHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
}

// Returns the sum of the sizes of new blocks, or nullopt if a size or the sum is not possible.
CheckedInt sumOf(absl::Span<const int64_t> sizes) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() - (4 << 20);
  CheckedInt total = 0;
  for (int64_t bytes : sizes) {
    if (bytes < 0 || bytes > kMost)
      return std::nullopt;
    total = checkedAdd(total, Allocator::blockBytes(bytes));
  }
  return total && *total <= kMost ? total : std::nullopt;
}

} // namespace

int64_t Allocator::blockBytes(int64_t bytes) {
  return roundUp(std::max<int64_t>(bytes, 1), bytes < kMinCached ? kAlignment : kPage);
}

Allocator::Allocator(AllocatorOptions options)
    : cacheLimit_(options.cacheLimitBytes > 0 ? options.cacheLimitBytes : usableMemory() / 8),
      source_(std::move(options.source)),
      limit_(options.limitBytes > 0 ? options.limitBytes : usableMemory()),
      isExact_(options.isExact) {}

Allocator::~Allocator() {
  trim();
}

StatusOr<Block> Allocator::allocate(int64_t bytes, const MemoryRequest& request) {
  Block block;
  LZ_RETURN_IF_ERROR(allocateAll({&bytes, 1}, {&block, 1}, request));
  return block;
}

Status Allocator::allocateAll(absl::Span<const int64_t> sizes, absl::Span<Block> blocks,
                              const MemoryRequest& request) {
  if (request.run)
    request.run->hasTaken_ = sizes.empty();
  if (sizes.empty())
    return okStatus();
  const CheckedInt total = sumOf(sizes);
  if (!total)
    return exhausted("allocate", std::numeric_limits<int64_t>::max(), limitBytes() - liveBytes(),
                     "the size overflows: use smaller tensors");
  for (;;) {
    Status status = tryToAllocateAll(sizes, blocks, *total, request);
    if (status.ok() || absl::IsCancelled(status) || !request.relieves)
      return status;
    const int64_t live = liveBytes();
    if (!source_->relieve(*total, limitBytes() - live) || liveBytes() >= live)
      return status;
  }
}

Status Allocator::tryToAllocateAll(absl::Span<const int64_t> sizes, absl::Span<Block> blocks,
                                   int64_t total, const MemoryRequest& request) {
  Evicted evicted;
  {
    std::unique_lock lock(mutex_);
    LZ_ASSIGN_OR_RETURN(const bool isGranted, waitForRoom(lock, total, request));
    if (!isGranted && total > limit_ - live_)
      return exhausted("allocate", total, limit_ - live_, "release tensors, or raise the limit");
    // All bytes count before the first block is taken, so that two threads cannot exceed the limit
    // together.
    live_ += isGranted ? 0 : total;
    for (size_t i = 0; i < sizes.size(); ++i) {
      const int64_t size = blockBytes(sizes[i]);
      live_ -= size;
      if (!takeCached(size, blocks[i]))
        blocks[i] = {}, live_ += size;
    }
    countLive(0);
    evictDownTo(std::max<int64_t>(0, limit_ - live_), evicted);
    if (request.run)
      line_.hold(*request.run);
  }
  freeAll(evicted);
  if (takeFromSource(sizes, blocks)) {
    if (request.run)
      request.run->hasTaken_ = true;
    return okStatus();
  }
  if (request.run)
    giveBack(*request.run, {});
  return exhausted("allocate", total, std::min(limitBytes() - liveBytes(), systemBytes()),
                   source_->refusal());
}

// Gets memory for the blocks that are missing in `blocks`. The bytes of these blocks are counted
// already. If there is no memory for one of them, gives back all blocks and returns false.
bool Allocator::takeFromSource(absl::Span<const int64_t> sizes, absl::Span<Block> blocks) {
  int64_t missing = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (blocks[i].data)
      continue;
    const int64_t size = blockBytes(sizes[i]);
    std::byte* data = missing > 0 ? nullptr : source_->allocate(size);
    if (!data && missing == 0) {
      trim();
      data = source_->allocate(size);
    }
    blocks[i] = {data, data ? size : 0};
    missing += data ? 0 : size;
  }
  if (missing == 0)
    return true;
  for (Block& block : blocks)
    if (block.data)
      release(std::exchange(block, {}));
  std::lock_guard lock(mutex_);
  live_ -= missing;
  roomChanged();
  return false;
}

void Allocator::release(Block block) {
  Evicted evicted;
  bool isKept = false;
  {
    std::lock_guard lock(mutex_);
    isKept = takeBack(block, evicted);
  }
  freeAll(evicted);
  if (!isKept)
    source_->free(block.data, block.bytes);
}

void Allocator::giveBack(Reservation& run, Block block) {
  if (!run.holds_ && !block.data)
    return;
  Evicted evicted;
  bool isKept = true;
  {
    std::lock_guard lock(mutex_);
    if (run.holds_)
      line_.letGo(run);
    if (block.data)
      isKept = takeBack(block, evicted);
    roomChanged();
  }
  freeAll(evicted);
  if (!isKept)
    source_->free(block.data, block.bytes);
}

bool Allocator::takeBack(Block block, Evicted& evicted) {
  live_ -= block.bytes;
  roomChanged();
  return block.bytes < kMinCached ? keepSmall(block, evicted) : keep(block, evicted);
}

// Keeps a block. Returns false if the block is too large, or if there is no memory for its entry.
bool Allocator::keep(Block block, Evicted& evicted) {
  if (block.bytes > cacheLimit_)
    return false;
  evictDownTo(cacheLimit_ - block.bytes, evicted);
  auto it = cache_.end();
  try {
    it = cache_.emplace(block.bytes, Cached{block.data, clock_});
    byAge_.emplace(clock_, it);
  } catch (const std::bad_alloc&) {
    if (it != cache_.end())
      cache_.erase(it);
    return false;
  }
  ++clock_;
  cached_ += block.bytes;
  return true;
}

// Keeps a small block. If there are too many, frees all of them, because the sizes of future
// requests are not known.
bool Allocator::keepSmall(Block block, Evicted& evicted) {
  const int64_t most = kWatchesFreedMemory ? 0 : std::min(kMostSmall, cacheLimit_ - cached_);
  if (small_.bytes() + block.bytes > most)
    evicted.small = small_.takeAll();
  if (block.bytes > most)
    return false;
  small_.keep(block);
  return true;
}

// Finds the smallest kept block of at least `bytes` bytes that is at most an eighth larger. Small
// blocks, and all blocks of an exact allocator, must have exactly this size.
bool Allocator::takeCached(int64_t bytes, Block& block) {
  if (bytes > limit_ - live_)
    return false;
  if (bytes < kMinCached) {
    block = {small_.take(bytes), bytes};
    countLive(block.data ? bytes : 0);
    return block.data != nullptr;
  }
  auto it = cache_.lower_bound(bytes);
  if (it == cache_.end() || it->first - bytes > (isExact_ ? 0 : bytes / 8) ||
      it->first > limit_ - live_)
    return false;
  block = Block{it->second.data, it->first};
  cached_ -= it->first;
  byAge_.erase(it->second.age);
  cache_.erase(it);
  countLive(block.bytes);
  return true;
}

void Allocator::evictDownTo(int64_t bytes, Evicted& evicted) {
  while (cached_ > 0 && kept() > bytes) {
    auto it = byAge_.begin()->second;
    cached_ -= it->first;
    evicted.blocks.insert(cache_.extract(it));
    byAge_.erase(byAge_.begin());
  }
  if (kept() > bytes)
    evicted.small = small_.takeAll();
}

void Allocator::freeAll(const Evicted& evicted) {
  for (const auto& [bytes, block] : evicted.blocks)
    source_->free(block.data, bytes);
  for (std::byte* small = evicted.small; small;) {
    Block block = SmallBlocks::next(small);
    source_->free(block.data, block.bytes);
  }
}

void Allocator::countLive(int64_t bytes) {
  live_ += bytes;
  peak_ = std::max(peak_, live_);
}

int64_t Allocator::trim() {
  Evicted evicted;
  int64_t bytes = 0;
  {
    std::lock_guard lock(mutex_);
    bytes = kept();
    evictDownTo(0, evicted);
  }
  freeAll(evicted);
  return bytes;
}

Status Allocator::setLimit(int64_t bytes, bool isExact) {
  const int64_t limit = bytes > 0 ? bytes : usableMemory();
  Evicted evicted;
  {
    std::lock_guard lock(mutex_);
    if (live_ > limit)
      return failedPrecondition("the budget of ", limit, " bytes is below the ", live_,
                                " bytes that are in use: release tensors, or allow more");
    limit_ = limit;
    isExact_ = isExact;
    roomChanged();
    evictDownTo(limit - live_, evicted);
  }
  freeAll(evicted);
  return okStatus();
}

int64_t Allocator::limitBytes() const {
  std::lock_guard lock(mutex_);
  return limit_;
}

int64_t Allocator::budgetBytes() const {
  std::lock_guard lock(mutex_);
  return isExact_ ? limit_ : 0;
}

MemoryUse Allocator::use() const {
  std::lock_guard lock(mutex_);
  return {limit_, isExact_, live_, peak_, line_.promised(), waits_};
}

int64_t Allocator::liveBytes() const {
  std::lock_guard lock(mutex_);
  return live_;
}

int64_t Allocator::cachedBytes() const {
  std::lock_guard lock(mutex_);
  return kept();
}

int64_t Allocator::peakBytes() const {
  std::lock_guard lock(mutex_);
  return peak_;
}

void Allocator::resetPeak() {
  std::lock_guard lock(mutex_);
  peak_ = live_;
}

} // namespace lz::runtime
