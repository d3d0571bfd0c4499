// Tests how recordings run when memory is short: smaller plans, waits, and refusals that have taken
// nothing.
#include "LazyTest.h"
#include "absl/strings/str_cat.h"
#include "base/Exhausted.h"
#include "runtime/Callback.h"

#include <cmath>
#include <thread>

namespace lz::test {
namespace {

using Floats = std::vector<float>;

constexpr int64_t kKiB = 1 << 10, kLimit = 1 << 20;
constexpr int64_t kCount = 4096, kTensor = kCount * 4; // elements and bytes of a tensor
constexpr int64_t kScratch = 256 * kKiB, kLeast = 16 * kKiB;

runtime::DeviceOptions budget(int64_t bytes) {
  runtime::DeviceOptions device;
  device.memory.limitBytes = bytes;
  device.memory.isExact = true;
  return device;
}

// Bytes of a device that are in use until the object is destroyed.
class Filler {
public:
  // Leaves `room` bytes free.
  Filler(Session& s, int64_t room) : allocator_(*s.graph->device().allocator()) {
    // The size of a large block is a multiple of a page.
    const int64_t bytes = allocator_.limitBytes() - allocator_.liveBytes() - room;
    pages_ = *allocator_.allocate(bytes - bytes % kPage);
    if (bytes % kPage > 0)
      rest_ = *allocator_.allocate(bytes % kPage);
    EXPECT_EQ(allocator_.liveBytes(), allocator_.limitBytes() - room);
  }
  ~Filler() {
    allocator_.release(pages_);
    if (rest_.data)
      allocator_.release(rest_);
  }
  Filler(const Filler&) = delete;

private:
  static constexpr int64_t kPage = 4096;
  runtime::Allocator& allocator_;
  runtime::Block pages_, rest_;
};

class BudgetTest : public testing::Test {
protected:
  BudgetTest() : s({}, budget(kLimit)) {
    s.compiler->scratch = kScratch;
    s.compiler->leastScratch = kLeast;
    x = s.input(Floats(kCount, 3));
    smallest = kTensor + kLeast + 64; // with the table of addresses
    EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
    s.counters().compiles = 0;
  }

  int64_t compiles() { return s.counters().compiles.load(); }
  runtime::MemoryUse use() { return s.graph->device().allocator()->use(); }
  void expectKept() { EXPECT_LE(use().peak, kLimit); }

  Session s;
  Tensor x;
  int64_t smallest;
};

TEST_F(BudgetTest, ARunTakesASmallerPlanIfTheFirstDoesNotFit) {
  for (int again = 0; again < 2; ++again) {
    Filler filler(s, 200 * kKiB);
    EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
    EXPECT_EQ(compiles(), 1); // the second time, the plan is in the cache
  }
  {
    Filler filler(s, 190 * kKiB); // the same rung
    EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
    EXPECT_EQ(compiles(), 1);
  }
  {
    Filler filler(s, 100 * kKiB);
    EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
    EXPECT_EQ(compiles(), 2);
  }
  EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6)); // the plan without a budget
  EXPECT_EQ(compiles(), 2);
  expectKept();
}

TEST_F(BudgetTest, TheSmallestPlanIsTheLastRung) {
  {
    Filler filler(s, smallest);
    EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
  }
  Filler filler(s, smallest - 64);
  Tensor y = s.add(x, x, 7);
  const Status status = s.barrier();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(bytesWanted(status), smallest);
  EXPECT_EQ(bytesAvailable(status), smallest - 64);
  EXPECT_EQ(locationOf(status), "test.c:7");
  EXPECT_EQ(compiles(), 1);
  EXPECT_EQ(s.read(x), Floats(kCount, 3));
  expectKept();
}

TEST_F(BudgetTest, ARefusedRunHasTakenNothing) {
  s.barrier().IgnoreError();
  const int64_t live = use().live;
  {
    Filler filler(s, kLeast); // without an output it does not fit either
    x->donated = true;
    Tensor y = s.add(x, x);
    EXPECT_EQ(s.barrier().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_FALSE(s.graph->valueOf(*y, true).ok());
  }
  EXPECT_EQ(use().live, live);
  EXPECT_EQ(use().reserved, 0);
  EXPECT_EQ(s.read(x), Floats(kCount, 3));
  EXPECT_EQ(s.counters().donatedInputs, 0);
}

// An output that takes over a donated input needs no room.
TEST_F(BudgetTest, ADonationCounts) {
  Filler filler(s, smallest - kTensor);
  x->donated = true;
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(y), Floats(kCount, 6));
  EXPECT_EQ(s.counters().donatedInputs, 1);
  expectKept();
}

TEST_F(BudgetTest, APartThatIsSalvagedHasASmallerPlan) {
  Tensor two = s.scalar(2);
  Filler filler(s, smallest);
  Tensor big = s.broadcast(two, {int64_t(1) << 20}), good = s.add(x, x);
  EXPECT_EQ(s.barrier().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(s.read(good), Floats(kCount, 6));
  EXPECT_FALSE(s.graph->valueOf(*big, true).ok());
  expectKept();
}

// Batches of all sizes share the plans of their program.
TEST_F(BudgetTest, BatchesShareTheirRungs) {
  for (int64_t room : {kLimit, 180 * kKiB, 180 * kKiB}) {
    for (int64_t size : {700, 800, 900}) {
      Tensor batch = s.input(Floats(size_t(size), 2));
      batch->bucket = 1;
      std::optional<Filler> filler;
      if (room < kLimit)
        filler.emplace(s, room);
      EXPECT_EQ(s.read(s.add(batch, batch)), Floats(size_t(size), 4));
    }
    EXPECT_EQ(compiles(), room == kLimit ? 1 : 2);
  }
  expectKept();
}

class OpByOp : public BudgetTest {
protected:
  OpByOp() { s.engine->opByOp = true; }
};

TEST_F(OpByOp, HasSmallerPlans) {
  Filler filler(s, 100 * kKiB);
  Tensor y = s.add(s.multiply(x, x), x);
  EXPECT_EQ(s.read(y), Floats(kCount, 12));
  EXPECT_EQ(compiles(), 4); // each of two ops without and with a budget
  expectKept();
}

// Releases blocks when it is asked.
struct Relieving final : runtime::MemorySource {
  std::byte* allocate(int64_t bytes) override { return system->allocate(bytes); }
  void free(std::byte* data, int64_t bytes) noexcept override { system->free(data, bytes); }
  bool relieve(int64_t wanted, int64_t) override {
    asked.push_back(wanted);
    filler.reset();
    return true;
  }
  const char* refusal() const override { return "no memory"; }
  std::shared_ptr<runtime::MemorySource> system = runtime::systemMemory();
  std::vector<int64_t> asked;
  std::unique_ptr<Filler> filler;
};

TEST(Budget, TheCallerIsAskedOnlyIfNoPlanFits) {
  auto source = std::make_shared<Relieving>();
  runtime::DeviceOptions device = budget(kLimit);
  device.memory.source = source;
  Session s({}, device);
  s.compiler->scratch = kScratch;
  s.compiler->leastScratch = kLeast;
  Tensor x = s.input(Floats(kCount, 3));
  source->filler = std::make_unique<Filler>(s, 100 * kKiB);
  EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
  EXPECT_TRUE(source->asked.empty());
  source->filler.reset();
  source->filler = std::make_unique<Filler>(s, kLeast);
  EXPECT_EQ(s.read(s.add(x, x)), Floats(kCount, 6));
  EXPECT_EQ(source->asked, std::vector<int64_t>{kTensor + kLeast + 64});
}

// A run that has its memory, and goes on until go(). It must end before the object does.
class Busy {
public:
  explicit Busy(Session& s) {
    s.compiler->onRun = [this] {
      running_ = true;
      while (!goes_)
        std::this_thread::yield();
    };
  }
  ~Busy() { go(); }
  void untilItRuns() const {
    while (!running_)
      std::this_thread::yield();
  }
  void go() { goes_ = true; }

private:
  std::atomic<bool> running_{false}, goes_{false};
};

void untilSomethingWaits(Session& s) {
  while (s.graph->device().allocator()->use().waits == 0)
    std::this_thread::yield();
}

TEST_F(BudgetTest, AnImportWaitsForTheRun) {
  Filler filler(s, kTensor + kScratch + 8 * kKiB);
  {
    Busy busy(s);
    Tensor y = s.add(x, x), z;
    ASSERT_TRUE(s.barrier(false).ok());
    busy.untilItRuns();
    std::thread other([&] { z = s.input(Floats(kCount, 5)); });
    untilSomethingWaits(s);
    busy.go();
    other.join();
    EXPECT_EQ(s.read(y), Floats(kCount, 6));
    EXPECT_EQ(s.read(z), Floats(kCount, 5));
  }
  EXPECT_EQ(use().waits, 1);
  expectKept();
}

TEST_F(BudgetTest, ABudgetIsNotLoweredBelowWhatARunHolds) {
  auto allocator = s.graph->device().allocator();
  Busy busy(s);
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier(false).ok());
  busy.untilItRuns();
  const int64_t live = use().live;
  EXPECT_GT(live, kScratch);
  const Status status = allocator->setLimit(live - 1, /*isExact=*/true);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(status.message().find(absl::StrCat(live, " bytes that are in use")), std::string::npos)
      << status;
  EXPECT_TRUE(allocator->setLimit(live, /*isExact=*/true).ok());
  busy.go();
  EXPECT_EQ(s.read(y), Floats(kCount, 6));
  EXPECT_TRUE(allocator->setLimit(live - 1, /*isExact=*/true).ok());
  EXPECT_EQ(s.read(s.add(y, y)), Floats(kCount, 12)); // with a smaller plan
  EXPECT_EQ(compiles(), 1);
}

// The inputs of steps that are submitted, but have not run, are still in memory.
TEST_F(BudgetTest, ImportsOfALoopWaitForItsSteps) {
  s.compiler->runDelay = std::chrono::milliseconds(1);
  Filler filler(s, 2 * kTensor + kScratch + 8 * kKiB);
  Tensor sum = s.input(Floats(kCount, 0));
  ASSERT_TRUE(s.barrier().ok());
  for (int i = 0; i < 50; ++i) {
    sum = s.add(sum, s.input(Floats(kCount, 1)));
    ASSERT_TRUE(s.barrier(false).ok());
  }
  EXPECT_EQ(s.read(sum), Floats(kCount, 50));
  EXPECT_GT(use().waits, 0);
  expectKept();
}

TEST_F(BudgetTest, ACallbackDoesNotWaitForMemory) {
  Filler filler(s, kTensor + kScratch + 8 * kKiB);
  Busy busy(s);
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier(false).ok());
  busy.untilItRuns();
  {
    runtime::CallbackScope scope;
    EXPECT_EQ(s.graph->device().allocate(kTensor).status().code(),
              absl::StatusCode::kResourceExhausted);
  }
  busy.go();
  EXPECT_EQ(s.read(y), Floats(kCount, 6));
}

TEST_F(BudgetTest, ARunThatWaitsCanBeCancelled) {
  auto allocator = s.graph->device().allocator();
  runtime::Reservation other;
  // A run outside of the stream has all the memory that is left.
  runtime::Block block = *allocator->allocate(kLimit - use().live, {.run = &other});
  x->donated = true;
  Tensor y = s.add(x, x);
  ASSERT_TRUE(s.barrier(false).ok());
  untilSomethingWaits(s);
  s.graph->cancel();
  EXPECT_EQ(s.graph->valueOf(*y, true).status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(s.read(x), Floats(kCount, 3));
  allocator->giveBack(other, block);
  EXPECT_EQ(use().reserved, 0);
}

TEST_F(BudgetTest, TheErrorSaysWhatHistoriesKeep) {
  Tensor y = s.add(x, x);
  EXPECT_EQ(s.read(y), Floats(kCount, 6));
  Filler filler(s, 0);
  Tensor z = s.multiply(y, y);
  Result* wanted[] = {z.get()};
  const Status status = s.graph->evaluate(wanted, {.wait = true}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(status.message().find("histories of gradients keep up to "), std::string::npos)
      << status;
}

// A budget that is small does not end a history.
TEST_F(BudgetTest, ABudgetEndsNoHistory) {
  Tensor y = x;
  for (int i = 0; i < 40; ++i) { // more than half of the budget
    y = s.add(y, x);
    EXPECT_FALSE(s.read(y).empty());
  }
  EXPECT_TRUE(y->owner->hasHistory());
}

TEST(Rungs, AreTheNextLowerPowersOfTheRootOfTwo) {
  using lazy::rungWithin;
  EXPECT_EQ(rungWithin(1 << 20, 1), 1 << 20);
  EXPECT_EQ(rungWithin((1 << 20) - 1, 1), int64_t(double(1 << 19) * std::sqrt(2.0)));
  EXPECT_EQ(rungWithin(700'000, 1), 1 << 19);
  EXPECT_EQ(rungWithin(700'000, 600'000), 600'000);
  EXPECT_EQ(rungWithin(500, 600), 600);
  EXPECT_EQ(rungWithin(0, 0), 0);
  for (int64_t bytes = 1; bytes < (int64_t(1) << 40); bytes += bytes / 7 + 1) {
    const int64_t rung = rungWithin(bytes, 1);
    EXPECT_LE(rung, bytes);
    EXPECT_GE(rung, int64_t(double(bytes) / std::sqrt(2.0)) - 1);
    EXPECT_EQ(rungWithin(rung, 1), rung);
  }
}

} // namespace
} // namespace lz::test
