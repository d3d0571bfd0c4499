#include "runtime/Device.h"
#include "runtime/Stream.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lz::runtime {
namespace {

constexpr int64_t kSecond = 1'000'000'000;
constexpr absl::StatusCode kCancelled = absl::StatusCode::kCancelled;

// Work that ends only when it is cancelled.
class Endless {
public:
  Work work() {
    return [this] {
      started_ = true;
      while (!isCancelled())
        std::this_thread::yield();
      return Status(absl::CancelledError("while it ran"));
    };
  }
  void awaitStart() const {
    while (!started_)
      std::this_thread::yield();
  }

private:
  std::atomic<bool> started_{false};
};

TEST(Cancel, EndsWorkThatRunsByItsEvent) {
  Stream stream;
  Endless endless;
  EventRef event = stream.submit(endless.work());
  endless.awaitStart();
  event->cancel();
  EXPECT_EQ(event->wait(10 * kSecond).message(), "while it ran");
  EXPECT_TRUE(stream.submit([] { return okStatus(); })->wait(10 * kSecond).ok());
}

TEST(Cancel, EndsTheWaitOfTheThreadThatRunsTheWork) {
  Stream stream;
  Endless endless;
  EventRef event = stream.submit(endless.work(), {}, Wake::OnWait);
  std::thread canceller([&] {
    endless.awaitStart();
    event->cancel();
  });
  EXPECT_EQ(event->wait().code(), kCancelled);
  canceller.join();
}

TEST(Cancel, QueuedWorkNeverRunsAndEndsAtOnce) {
  Stream stream;
  Endless endless;
  EventRef first = stream.submit(endless.work());
  endless.awaitStart();
  auto held = std::make_shared<int>(1);
  EventRef queued = stream.submit([held] { return internalError("ran"); });
  EventRef dependent = stream.submit([] { return internalError("ran"); }, {queued});
  EventRef other = stream.submit([] { return okStatus(); });
  std::thread waiter([&] { EXPECT_EQ(queued->wait().code(), kCancelled); });
  queued->cancel();
  waiter.join();
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_FALSE(first->isReady());
  first->cancel();
  EXPECT_EQ(dependent->wait(10 * kSecond).code(), kCancelled);
  EXPECT_TRUE(other->wait(10 * kSecond).ok());
}

TEST(Cancel, DoesNothingToWhatHasHappened) {
  Stream stream;
  EventRef event = stream.submit([] { return okStatus(); });
  EXPECT_TRUE(event->wait().ok());
  event->cancel();
  EXPECT_TRUE(event->wait().ok());
  Event::ready()->cancel();
}

TEST(Cancel, OfAStreamEndsAllOfItAndLaterWorkRuns) {
  Stream stream;
  Endless endless;
  std::vector<EventRef> events = {stream.submit(endless.work())};
  endless.awaitStart();
  for (int i = 0; i < 100; ++i)
    events.push_back(
        stream.submit([] { return internalError("ran"); }, {}, i % 2 ? Wake::Now : Wake::OnWait));
  stream.cancel();
  EventRef later = stream.submit([] { return okStatus(); });
  for (const EventRef& event : events)
    EXPECT_EQ(event->wait(10 * kSecond).code(), kCancelled);
  EXPECT_TRUE(later->wait(10 * kSecond).ok());
}

TEST(Cancel, OfAGatheringIsThatOfItsParts) {
  Stream stream;
  Endless endless;
  EventRef first = stream.submit(endless.work());
  EventRef second = stream.submit([] { return internalError("ran"); });
  EventRef both = Event::allOf({first, second});
  EventRef other = stream.submit([] { return okStatus(); });
  endless.awaitStart();
  both->cancel();
  EXPECT_EQ(both->wait(10 * kSecond).code(), kCancelled);
  EXPECT_TRUE(first->isReady() && second->isReady());
  EXPECT_TRUE(other->wait(10 * kSecond).ok());
}

// The work that is queued before the parts belongs to another caller, and cancelling must not wait
// for it.
TEST(Cancel, OfAGatheringThatIsQueuedWaitsForNobody) {
  Stream stream;
  Endless endless;
  EventRef front = stream.submit(endless.work());
  EventRef part = stream.submit([] { return internalError("ran"); });
  EventRef gathering = Event::allOf({part});
  gathering->cancel();
  EXPECT_EQ(gathering->wait().code(), kCancelled);
  EXPECT_FALSE(front->isReady());
  front->cancel();
}

TEST(Cancel, EndsTheWaitForAnotherStream) {
  Stream first, second;
  Endless endless;
  EventRef never = first.submit(endless.work());
  EventRef waits = second.submit([] { return internalError("ran"); }, {never});
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  waits->cancel();
  EXPECT_EQ(waits->wait(10 * kSecond).code(), kCancelled);
  never->cancel();
}

TEST(Cancel, ShutdownEndsWorkThatNeverWould) {
  for (Wake wake : {Wake::Now, Wake::OnWait}) {
    auto device = Device::host({.threads = 2});
    Endless endless;
    EventRef event = device->stream().submit(endless.work(), {}, wake);
    std::thread waiter([&] { EXPECT_EQ(event->wait().code(), kCancelled); });
    endless.awaitStart();
    EventRef queued = device->stream().submit([] { return internalError("ran"); }, {}, wake);
    device->shutdown(Pending::Cancel);
    EXPECT_TRUE(event->isReady());
    EXPECT_EQ(queued->wait().code(), kCancelled);
    waiter.join();
  }
}

TEST(Cancel, FromManyThreadsBesideSubmitters) {
  Stream stream;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        EventRef event = stream.submit(
            [] {
              for (int spin = 0; spin < 1000 && !isCancelled(); ++spin)
                std::this_thread::yield();
              return isCancelled() ? absl::CancelledError("") : okStatus();
            },
            {}, (i + t) % 2 ? Wake::Now : Wake::OnWait);
        if (i % 3 == 0)
          event->cancel();
        Status status = event->wait();
        EXPECT_TRUE(status.ok() || status.code() == kCancelled) << status;
      }
    });
  std::thread canceller([&] {
    while (!stop) {
      stream.cancel();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (std::thread& thread : threads)
    thread.join();
  stop = true;
  canceller.join();
  EXPECT_TRUE(stream.submit([] { return okStatus(); })->wait().ok());
}

} // namespace
} // namespace lz::runtime
