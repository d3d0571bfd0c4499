#include "runtime/Allocator.h"

#include "base/Exhausted.h"
#include "base/machine/Sanitizer.h"
#include "runtime/Arena.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace lz::runtime {
namespace {

TEST(Allocator, AlignsEverySize) {
  Allocator allocator;
  for (int64_t bytes : {0, 1, 63, 64, 4097, 70000, (2 << 20) - 1, 2 << 20, (4 << 20) + 1}) {
    auto block = allocator.allocate(bytes);
    ASSERT_TRUE(block.ok()) << bytes;
    ASSERT_NE(block->data, nullptr);
    EXPECT_EQ(uintptr_t(block->data) % uintptr_t(kAlignment), 0u);
    EXPECT_GE(block->bytes, bytes);
    std::memset(block->data, 0xff, size_t(block->bytes));
    allocator.release(*block);
  }
  EXPECT_EQ(allocator.liveBytes(), 0);
}

TEST(Allocator, CountsLiveAndPeak) {
  Allocator allocator;
  Block a = *allocator.allocate(1000), b = *allocator.allocate(128);
  EXPECT_EQ(allocator.liveBytes(), 1024 + 128);
  allocator.release(a);
  EXPECT_EQ(allocator.liveBytes(), 128);
  EXPECT_EQ(allocator.peakBytes(), 1024 + 128);
  allocator.resetPeak();
  EXPECT_EQ(allocator.peakBytes(), 128);
  allocator.release(b);
}

TEST(Allocator, ReusesFreedBlocksOfAboutTheSize) {
  Allocator allocator;
  Block a = *allocator.allocate(1 << 20);
  allocator.release(a);
  EXPECT_EQ(allocator.cachedBytes(), 1 << 20);
  Block b = *allocator.allocate((1 << 20) - 5000);
  EXPECT_EQ(b.data, a.data);
  allocator.release(b);
  Block c = *allocator.allocate(1 << 19); // a is not reused, because half of it would be wasted
  EXPECT_NE(c.data, a.data);
  allocator.release(c);
  allocator.trim();
  EXPECT_EQ(allocator.cachedBytes(), 0);
}

TEST(Allocator, EvictsTheOldestBeyondTheCacheLimit) {
  Allocator allocator({.cacheLimitBytes = 3 << 20});
  Block a = *allocator.allocate(2 << 20), b = *allocator.allocate(1 << 20);
  Block c = *allocator.allocate(1 << 20), d = *allocator.allocate(8 << 20);
  allocator.release(a);
  allocator.release(b);
  allocator.release(c); // a is freed
  EXPECT_EQ(allocator.cachedBytes(), 2 << 20);
  allocator.release(d); // not kept, because d is larger than the limit
  EXPECT_EQ(allocator.cachedBytes(), 2 << 20);
}

// If a sanitizer watches freed memory, no small block is kept.
TEST(Allocator, ReusesSmallBlocksOfTheSize) {
  Allocator allocator;
  Block a = *allocator.allocate(6000), b = *allocator.allocate(6000);
  allocator.release(a);
  allocator.release(b);
  EXPECT_EQ(allocator.cachedBytes(), kWatchesFreedMemory ? 0 : 2 * 6016);
  Block other = *allocator.allocate(5000);
  Block c = *allocator.allocate(6016), d = *allocator.allocate(5953);
  EXPECT_EQ(allocator.cachedBytes(), 0);
  if (!kWatchesFreedMemory) {
    EXPECT_EQ(c.data, b.data);
    EXPECT_EQ(d.data, a.data);
  }
  for (Block block : {other, c, d})
    allocator.release(block);
  EXPECT_EQ(allocator.trim(), kWatchesFreedMemory ? 0 : 2 * 6016 + 5056);
  EXPECT_EQ(allocator.cachedBytes(), 0);
}

TEST(Allocator, SmallBlocksKeepTheLimits) {
  constexpr int64_t kBlock = 60 << 10, kCache = 1 << 20;
  Allocator allocator({.limitBytes = 8 << 20, .cacheLimitBytes = kCache});
  std::vector<Block> blocks;
  for (int i = 0; i < 100; ++i)
    blocks.push_back(*allocator.allocate(kBlock));
  for (Block block : blocks) {
    allocator.release(block);
    EXPECT_LE(allocator.cachedBytes(), kCache);
  }
  // Kept blocks are freed to make room for an allocation.
  Block all = *allocator.allocate(8 << 20);
  EXPECT_EQ(allocator.cachedBytes(), 0);
  EXPECT_FALSE(allocator.allocate(64).ok());
  allocator.release(all);
  // Large and small blocks share the limit.
  Block large = *allocator.allocate(kCache), small = *allocator.allocate(64);
  allocator.release(large);
  allocator.release(small);
  EXPECT_EQ(allocator.cachedBytes(), kCache);
}

TEST(Allocator, RefusesWithoutACrash) {
  Allocator allocator;
  for (int64_t bytes : {int64_t(-1), std::numeric_limits<int64_t>::max(), int64_t(1) << 60}) {
    auto block = allocator.allocate(bytes);
    EXPECT_EQ(block.status().code(), absl::StatusCode::kResourceExhausted) << bytes;
  }
  EXPECT_EQ(allocator.liveBytes(), 0);
}

// Without `isExact`, a kept block is reused for a request that is a little smaller.
TEST(Allocator, AnExactOneHasBlocksOfTheSizesThatAreAskedFor) {
  for (bool isExact : {false, true}) {
    Allocator allocator({.isExact = isExact});
    allocator.release(*allocator.allocate(1 << 20));
    Block block = *allocator.allocate((1 << 20) - 40'000);
    EXPECT_EQ(block.bytes, isExact ? Allocator::blockBytes((1 << 20) - 40'000) : 1 << 20);
    EXPECT_EQ(allocator.liveBytes(), block.bytes);
    allocator.release(block);
  }
}

TEST(Allocator, KeepsTheLimitWithKeptBlocksIncluded) {
  Allocator allocator({.limitBytes = 4 << 20});
  Block a = *allocator.allocate(3 << 20);
  EXPECT_EQ(allocator.allocate(2 << 20).status().code(), absl::StatusCode::kResourceExhausted);
  allocator.release(a);
  EXPECT_EQ(allocator.cachedBytes(), 3 << 20);
  Block b = *allocator.allocate(2 << 20); // the kept block makes room
  EXPECT_EQ(allocator.cachedBytes(), 0);
  allocator.release(b);
}

// Counts bytes, and releases one block each time that it is asked for relief.
class Source final : public MemorySource {
public:
  std::byte* allocate(int64_t bytes) override {
    out += bytes;
    return system->allocate(bytes);
  }
  void free(std::byte* data, int64_t bytes) noexcept override {
    out -= bytes;
    allocator->liveBytes(); // would deadlock if the allocator were locked
    system->free(data, bytes);
  }
  bool relieve(int64_t wanted, int64_t available) override {
    requests.emplace_back(wanted, available);
    if (blocks.empty())
      return saysMore;
    allocator->release(blocks.back());
    blocks.pop_back();
    return true;
  }
  const char* refusal() const override { return "none"; }

  const std::shared_ptr<MemorySource> system = systemMemory();
  Allocator* allocator = nullptr;
  int64_t out = 0;
  std::vector<Block> blocks;
  std::vector<std::pair<int64_t, int64_t>> requests;
  bool saysMore = false;
};

TEST(Allocator, AsksItsSourceForReliefAsLongAsThatHelps) {
  auto source = std::make_shared<Source>();
  {
    Allocator allocator({.limitBytes = 10 << 20, .source = source});
    source->allocator = &allocator;
    for (int i = 0; i < 3; ++i)
      source->blocks.push_back(*allocator.allocate(3 << 20));
    Block big = *allocator.allocate(6 << 20);
    EXPECT_EQ(source->requests,
              (std::vector<std::pair<int64_t, int64_t>>{{6 << 20, 1 << 20}, {6 << 20, 4 << 20}}));
    EXPECT_LE(source->out, 10 << 20); // released blocks are not kept beyond the limit
    source->saysMore = true;
    EXPECT_EQ(allocator.allocate(11 << 20).status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(source->requests.size(), 4u);
    allocator.release(big);
  }
  EXPECT_EQ(source->out, 0);
}

TEST(Allocator, ManyThreads) {
  Allocator allocator;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        Block block = *allocator.allocate((i % 7 + 1) * 40000 * (t + 1));
        block.data[0] = std::byte(t);
        allocator.release(block);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(allocator.liveBytes(), 0);
}

TEST(Allocator, AllocatesAllBlocksOrNone) {
  constexpr int64_t kMiB = 1 << 20;
  Allocator allocator({.limitBytes = 6 * kMiB, .isExact = true});
  allocator.release(*allocator.allocate(2 * kMiB));
  const int64_t sizes[] = {2 * kMiB, 100, 3 * kMiB};
  Block blocks[3];
  ASSERT_TRUE(allocator.allocateAll(sizes, absl::MakeSpan(blocks)).ok());
  const int64_t all = 5 * kMiB + 128;
  EXPECT_EQ(allocator.liveBytes(), all);
  EXPECT_EQ(allocator.peakBytes(), all);
  EXPECT_EQ(allocator.cachedBytes(), 0); // the kept block is the first one
  Block more[3];
  const Status status = allocator.allocateAll(sizes, absl::MakeSpan(more));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(bytesWanted(status), all);
  EXPECT_EQ(bytesAvailable(status), 6 * kMiB - all);
  EXPECT_EQ(allocator.liveBytes(), all);
  for (Block block : blocks)
    allocator.release(block);
  EXPECT_EQ(allocator.liveBytes(), 0);
}

// The source has memory for the first two blocks only. Both blocks are given back.
TEST(Allocator, GivesBackTheBlocksBeforeTheOneThatIsRefused) {
  struct Short final : MemorySource {
    std::byte* allocate(int64_t bytes) override {
      return left-- > 0 ? system->allocate(bytes) : nullptr;
    }
    void free(std::byte* data, int64_t bytes) noexcept override { system->free(data, bytes); }
    bool relieve(int64_t, int64_t) override { return false; }
    const char* refusal() const override { return "there are two blocks"; }
    std::shared_ptr<MemorySource> system = systemMemory();
    int left = 2;
  };
  Allocator allocator({.source = std::make_shared<Short>()});
  const int64_t sizes[] = {100'000, 200, 300'000, 400};
  Block blocks[4];
  const Status status = allocator.allocateAll(sizes, absl::MakeSpan(blocks));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(status.message().find("there are two blocks"), std::string::npos) << status;
  EXPECT_EQ(allocator.liveBytes(), 0);
}

TEST(Allocator, ItsLimitCanChange) {
  constexpr int64_t kMiB = 1 << 20;
  Allocator allocator({.limitBytes = 8 * kMiB});
  Block a = *allocator.allocate(2 * kMiB);
  allocator.release(*allocator.allocate(4 * kMiB));
  EXPECT_EQ(allocator.cachedBytes(), 4 * kMiB);
  const Status status = allocator.setLimit(2 * kMiB - 1, /*isExact=*/true);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(status.message().find("2097152 bytes that are in use"), std::string::npos) << status;
  EXPECT_EQ(allocator.limitBytes(), 8 * kMiB);
  ASSERT_TRUE(allocator.setLimit(3 * kMiB, /*isExact=*/true).ok());
  EXPECT_EQ(allocator.limitBytes(), 3 * kMiB);
  EXPECT_EQ(allocator.cachedBytes(), 0); // the kept block does not fit any more
  EXPECT_FALSE(allocator.allocate(kMiB + 1).ok());
  allocator.release(*allocator.allocate(kMiB));
  allocator.release(a);
  ASSERT_TRUE(allocator.setLimit(0, /*isExact=*/false).ok());
  EXPECT_GT(allocator.limitBytes(), 8 * kMiB);
}

TEST(Arena, GivesItsBlockToTheNextRun) {
  Allocator allocator;
  std::byte* first = nullptr;
  {
    Reservation run, same;
    Arena arena(allocator, run, *allocator.allocate(5 << 20, {.run = &run}));
    first = arena.data();
    EXPECT_EQ(allocator.liveBytes(), 5 << 20);
    // A run at the same time.
    Arena other(allocator, same, *allocator.allocate(5 << 20, {.run = &same}));
    EXPECT_NE(other.data(), first);
    allocator.trim();
  }
  EXPECT_EQ(allocator.liveBytes(), 0);
  Reservation run;
  Arena again(allocator, run, *allocator.allocate(5 << 20, {.run = &run}));
  EXPECT_EQ(allocator.cachedBytes(), 5 << 20);
}

} // namespace
} // namespace lz::runtime
