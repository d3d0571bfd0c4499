// Tests who waits for whom when memory is short.
#include "runtime/Reservation.h"

#include "base/Cancel.h"
#include "runtime/Allocator.h"
#include "runtime/Callback.h"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace lz::runtime {
namespace {

constexpr int64_t kMiB = 1 << 20;

std::shared_ptr<Allocator> exact(int64_t bytes) {
  return std::make_shared<Allocator>(AllocatorOptions{.limitBytes = bytes, .isExact = true});
}

// A run with one block.
class OneRun {
public:
  explicit OneRun(Allocator& allocator) : allocator_(allocator) {}
  ~OneRun() { end(); }

  Status begin(int64_t bytes) {
    return allocator_.allocateAll({&bytes, 1}, {&block_, 1}, {.run = &reservation});
  }
  void end() { allocator_.giveBack(reservation, std::exchange(block_, {})); }

  Reservation reservation;

private:
  Allocator& allocator_;
  Block block_;
};

void waitForWaits(const Allocator& allocator, int64_t count) {
  while (allocator.use().waits < count)
    std::this_thread::yield();
}

TEST(Reservation, ATensorWaitsForTheRunThatHoldsTheMemory) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(3 * kMiB).ok());
  std::thread other([&] {
    auto block = allocator->allocate(2 * kMiB);
    ASSERT_TRUE(block.ok()) << block.status();
    allocator->release(*block);
  });
  waitForWaits(*allocator, 1);
  EXPECT_EQ(allocator->liveBytes(), 3 * kMiB);
  run.end();
  other.join();
  EXPECT_LE(allocator->peakBytes(), 4 * kMiB);
  EXPECT_EQ(allocator->liveBytes(), 0);
}

TEST(Reservation, ARunWaitsForAnotherRun) {
  auto allocator = exact(4 * kMiB);
  OneRun first(*allocator);
  ASSERT_TRUE(first.begin(3 * kMiB).ok());
  std::thread other([&] {
    OneRun second(*allocator);
    EXPECT_TRUE(second.begin(2 * kMiB).ok());
    EXPECT_TRUE(second.reservation.hasTaken());
  });
  waitForWaits(*allocator, 1);
  first.end();
  other.join();
  EXPECT_EQ(allocator->peakBytes(), 3 * kMiB);
}

// Work that is submitted will take memory, so a tensor of later work waits until that has ended.
TEST(Reservation, ATensorLeavesRoomForSubmittedRuns) {
  auto allocator = exact(4 * kMiB);
  Reservation submitted;
  submitted.announce(allocator, 3 * kMiB);
  EXPECT_EQ(allocator->use().reserved, 3 * kMiB);
  Block small = *allocator->allocate(kMiB);
  std::atomic<bool> hasBlock = false;
  std::thread other([&] {
    Block block = *allocator->allocate(kMiB);
    hasBlock = true;
    allocator->release(block);
  });
  waitForWaits(*allocator, 1);
  EXPECT_FALSE(hasBlock);
  const int64_t bytes = 3 * kMiB;
  Block block;
  ASSERT_TRUE(allocator->allocateAll({&bytes, 1}, {&block, 1}, {.run = &submitted}).ok());
  EXPECT_FALSE(hasBlock);
  allocator->giveBack(submitted, block);
  submitted.end();
  other.join();
  allocator->release(small);
}

TEST(Reservation, NothingWaitsForWhatNeverFits) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(kMiB).ok());
  EXPECT_EQ(allocator->allocate(5 * kMiB).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(allocator->use().waits, 0);
}

TEST(Reservation, NothingWaitsForTensors) {
  auto allocator = exact(4 * kMiB);
  Block tensor = *allocator->allocate(3 * kMiB);
  OneRun run(*allocator);
  EXPECT_EQ(run.begin(2 * kMiB).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_FALSE(run.reservation.hasTaken());
  EXPECT_FALSE(allocator->allocate(2 * kMiB).ok());
  allocator->release(tensor);
}

TEST(Reservation, ACallbackDoesNotWait) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(3 * kMiB).ok());
  CallbackScope scope;
  EXPECT_FALSE(allocator->allocate(2 * kMiB).ok());
  Block block = *allocator->allocate(kMiB);
  allocator->release(block);
  EXPECT_FALSE(allocator->allocate(2 * kMiB, {.waits = false}).ok());
}

TEST(Reservation, AWaitCanBeCancelled) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(3 * kMiB).ok());
  for (bool isRun : {false, true}) {
    CancelFlag flag = false;
    std::thread other([&] {
      CancelScope scope(&flag);
      OneRun second(*allocator);
      const Status status = isRun ? second.begin(2 * kMiB) : allocator->allocate(2 * kMiB).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
      EXPECT_FALSE(second.reservation.hasTaken());
    });
    waitForWaits(*allocator, isRun ? 2 : 1);
    flag = true;
    other.join();
    EXPECT_EQ(allocator->liveBytes(), 3 * kMiB);
  }
}

TEST(Reservation, AHigherLimitEndsAWait) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(3 * kMiB).ok());
  std::thread other([&] { allocator->release(*allocator->allocate(2 * kMiB)); });
  waitForWaits(*allocator, 1);
  ASSERT_TRUE(allocator->setLimit(5 * kMiB, /*isExact=*/true).ok());
  other.join();
}

// A tensor that comes later does not take the memory for which an earlier one waits.
TEST(Reservation, TensorsWaitInOrder) {
  auto allocator = exact(4 * kMiB);
  OneRun run(*allocator);
  ASSERT_TRUE(run.begin(2 * kMiB).ok());
  std::atomic<int> served = 0;
  const auto take = [&](int64_t bytes) {
    Block block = *allocator->allocate(bytes);
    ++served;
    while (served < 2)
      std::this_thread::yield();
    allocator->release(block);
  };
  std::thread first([&] { take(3 * kMiB); });
  waitForWaits(*allocator, 1);
  std::thread second([&] { take(kMiB); });
  waitForWaits(*allocator, 2);
  EXPECT_EQ(served, 0);
  run.end();
  first.join();
  second.join();
}

// The source refuses the n-th block. Afterwards nobody waits for this run, which has not begun.
TEST(Reservation, ARefusedRunHoldsNothing) {
  struct Refusing final : MemorySource {
    std::byte* allocate(int64_t bytes) override {
      return left-- > 0 ? system->allocate(bytes) : nullptr;
    }
    void free(std::byte* data, int64_t bytes) noexcept override { system->free(data, bytes); }
    bool relieve(int64_t, int64_t) override { return false; }
    const char* refusal() const override { return "the n-th block is refused"; }
    std::shared_ptr<MemorySource> system = systemMemory();
    std::atomic<int> left = 0;
  };
  auto source = std::make_shared<Refusing>();
  Allocator allocator({.limitBytes = 8 * kMiB, .source = source, .isExact = true});
  const int64_t sizes[] = {kMiB, 2 * kMiB, 3 * kMiB};
  for (int n = 0; n <= 3; ++n) {
    Block blocks[3];
    Reservation run;
    allocator.trim();
    source->left = n;
    const Status status = allocator.allocateAll(sizes, absl::MakeSpan(blocks), {.run = &run});
    EXPECT_EQ(status.ok(), n == 3) << status;
    EXPECT_EQ(run.hasTaken(), n == 3);
    for (Block block : blocks)
      allocator.giveBack(run, block);
    EXPECT_EQ(allocator.liveBytes(), 0);
    source->left = 100;
    allocator.release(*allocator.allocate(8 * kMiB));
    EXPECT_EQ(allocator.use().waits, 0);
  }
}

// Eight threads make tensors and runs in a budget in which one of the runs just fits beside all
// tensors. Nothing is refused, and the budget is kept.
TEST(Reservation, EightThreadsInABudgetThatIsJustEnough) {
  constexpr int kThreads = 8, kTurns = 300;
  constexpr int64_t kTensor = 64 << 10, kRun = 256 << 10;
  auto allocator = exact(kThreads * kTensor + kRun);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      std::minstd_rand random{unsigned(t + 1)};
      for (int i = 0; i < kTurns; ++i) {
        auto tensor = allocator->allocate(kTensor);
        ASSERT_TRUE(tensor.ok()) << tensor.status();
        OneRun run(*allocator);
        if (random() % 2)
          run.reservation.announce(allocator, kRun);
        const Status status = run.begin(kRun);
        ASSERT_TRUE(status.ok()) << status;
        if (random() % 8 == 0)
          std::this_thread::yield();
        run.end();
        run.reservation.end();
        allocator->release(*tensor);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_LE(allocator->peakBytes(), allocator->limitBytes());
  EXPECT_EQ(allocator->liveBytes(), 0);
  EXPECT_EQ(allocator->use().reserved, 0);
}

} // namespace
} // namespace lz::runtime
