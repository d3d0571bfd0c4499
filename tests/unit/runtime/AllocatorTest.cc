#include "runtime/Allocator.h"

#include "runtime/Arena.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <thread>
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
  Block c = *allocator.allocate(1 << 19); // would waste half of it
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
  allocator.release(c); // a goes
  EXPECT_EQ(allocator.cachedBytes(), 2 << 20);
  allocator.release(d); // more than the limit by itself
  EXPECT_EQ(allocator.cachedBytes(), 2 << 20);
}

TEST(Allocator, RefusesWithoutACrash) {
  Allocator allocator;
  for (int64_t bytes : {int64_t(-1), std::numeric_limits<int64_t>::max(), int64_t(1) << 60}) {
    auto block = allocator.allocate(bytes);
    EXPECT_EQ(block.status().code(), absl::StatusCode::kResourceExhausted) << bytes;
  }
  EXPECT_EQ(allocator.liveBytes(), 0);
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

TEST(Arena, GivesItsSlabToTheNextRun) {
  Allocator allocator;
  std::byte* first = nullptr;
  {
    auto arena = Arena::acquire(allocator, 5 << 20);
    ASSERT_TRUE(arena.ok());
    first = arena->data();
    EXPECT_EQ(allocator.liveBytes(), 5 << 20);
    Arena other = *Arena::acquire(allocator, 5 << 20); // a run at the same time
    EXPECT_NE(other.data(), first);
    allocator.trim();
  }
  EXPECT_EQ(allocator.liveBytes(), 0);
  Arena again = *Arena::acquire(allocator, 5 << 20);
  EXPECT_EQ(allocator.cachedBytes(), 5 << 20);
}

TEST(Arena, NoMemoryIsAStatus) {
  Allocator allocator({.limitBytes = 1 << 20});
  EXPECT_EQ(Arena::acquire(allocator, 2 << 20).status().code(),
            absl::StatusCode::kResourceExhausted);
}

} // namespace
} // namespace lz::runtime
