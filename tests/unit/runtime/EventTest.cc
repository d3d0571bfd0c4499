#include "runtime/Stream.h"
#include "runtime/WaitForEvents.h"

#include <atomic>
#include <future>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lz::runtime {
namespace {

constexpr int64_t kEventSecond = 1'000'000'000;

TEST(Event, CallsBackOnceAndInOrder) {
  EventRef event = Event::promise();
  std::vector<int> order;
  for (int i = 0; i < 3; ++i)
    event->onReady([&order, i](const Status& status) {
      EXPECT_EQ(status.message(), "no");
      order.push_back(i);
    });
  EXPECT_TRUE(event->claim());
  EXPECT_FALSE(event->claim());
  event->set(absl::AbortedError("no"));
  event->onReady([&](const Status&) { order.push_back(3); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST(Event, NobodyHasToWaitForACallback) {
  Stream stream;
  std::atomic<bool> called{false};
  EventRef event = stream.submit([] { return okStatus(); }, {}, Wake::OnWait);
  event->onReady([&](const Status&) { called = true; });
  while (!called)
    std::this_thread::yield();
}

TEST(Event, CallsLaterWhereALockIsHeld) {
  EventRef event = Event::promise();
  std::mutex mutex;
  bool called = false;
  event->onReady([&](const Status&) {
    std::lock_guard lock(mutex);
    called = true;
  });
  {
    CallLater later;
    std::lock_guard lock(mutex);
    event->set(okStatus());
    EXPECT_FALSE(called);
  }
  EXPECT_TRUE(called);
}

// A thread that waits wakes up at once, even if the event happens inside of a callback.
TEST(Event, WhoWaitsIsToldAtOnce) {
  EventRef outer = Event::promise(), inner = Event::promise();
  std::atomic<bool> told{false};
  std::thread waiter;
  outer->onReady([&](const Status&) {
    waiter = std::thread([&] {
      EXPECT_TRUE(waitForAny({inner}, -1).ok());
      told = true;
    });
    inner->set(okStatus());
    while (!told)
      std::this_thread::yield();
  });
  outer->set(okStatus());
  waiter.join();
}

TEST(Event, ForgetsWhatAnOwnerGave) {
  EventRef event = Event::promise();
  int calls = 0;
  event->onReady([&](const Status&) { ++calls; }, &calls);
  event->onReady([&](const Status&) { calls += 10; });
  event->forget(&calls);
  event->set(okStatus());
  EXPECT_EQ(calls, 10);
}

TEST(Event, ToCancelAPromiseIsToClaimIt) {
  EventRef event = Event::promise();
  event->cancel();
  EXPECT_EQ(event->wait().code(), absl::StatusCode::kCancelled);
  EXPECT_FALSE(event->claim());
  EventRef claimed = Event::promise();
  EXPECT_TRUE(claimed->claim());
  claimed->cancel();
  EXPECT_FALSE(claimed->isReady());
  claimed->set(okStatus());
  EXPECT_TRUE(claimed->wait().ok());
}

// The promise refers to an event. A wait for the promise runs the work of this event.
TEST(Event, AWaitForAPromiseRunsTheWorkThatItComesAlong) {
  Stream stream;
  EventRef work = stream.submit([] { return okStatus(); }, {}, Wake::OnWait);
  EventRef promise = Event::promise(work.get());
  work->onReady([promise](const Status& status) { promise->set(status); });
  EXPECT_TRUE(promise->wait().ok());
}

TEST(Event, OfAllHappensWithTheLastPartAndHasTheFirstError) {
  EventRef first = Event::promise(), second = Event::promise(), third = Event::ready();
  EventRef all = Event::allOf({first, second, third});
  std::atomic<int> called{0};
  all->onReady([&](const Status& status) {
    EXPECT_EQ(status.message(), "first");
    ++called;
  });
  second->set(absl::AbortedError("second"));
  EXPECT_FALSE(all->isReady());
  first->set(absl::AbortedError("first"));
  EXPECT_EQ(all->wait().message(), "first");
  EXPECT_EQ(called, 1);
  EXPECT_TRUE(Event::allOf({})->isReady());
}

// The work of one of two streams is not submitted yet. A thread that waits for both blocks neither
// stream.
TEST(Event, OfAllMayBeWaitedForBeforeThePartsAreSubmitted) {
  Stream one, two;
  PreparedWork late = one.prepare([] { return okStatus(); });
  EventRef early = two.submit([] { return okStatus(); }, {}, Wake::OnWait);
  EXPECT_FALSE(late.event()->isUnderWay());
  EXPECT_TRUE(early->isUnderWay());
  EventRef all = Event::allOf({late.event(), early});
  std::thread waiter([&] { EXPECT_TRUE(all->wait().ok()); });
  EXPECT_TRUE(one.submit([] { return okStatus(); })->wait(10 * kEventSecond).ok());
  EXPECT_FALSE(all->isReady());
  one.submit(std::move(late));
  waiter.join();
}

TEST(Event, OfAllMustNotBeWaitedForByAPart) {
  Stream one, two;
  std::promise<EventRef> all;
  EventRef part = one.submit([&] {
    EXPECT_EQ(all.get_future().get()->wait().code(), absl::StatusCode::kFailedPrecondition);
    return okStatus();
  });
  EventRef made = Event::allOf({two.submit([] { return okStatus(); }), part});
  all.set_value(made);
  EXPECT_TRUE(made->wait().ok());
}

TEST(Event, WaitsForAnyLeaveNothingBehind) {
  EventRef never = Event::promise(), soon = Event::promise();
  std::vector<EventRef> both{never, soon};
  EXPECT_EQ(waitForAny(both, 0).code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(waitForAny(both, 1000).code(), absl::StatusCode::kDeadlineExceeded);
  std::thread setter([&] { soon->set(okStatus()); });
  EXPECT_TRUE(waitForAny(both, kEventSecond * 100).ok());
  EXPECT_TRUE(soon->isReady());
  setter.join();
  EXPECT_EQ(waitForAll(both, 1000).code(), absl::StatusCode::kDeadlineExceeded);
  never->set(okStatus());
  EXPECT_TRUE(waitForAll(both, -1).ok());
}

TEST(Event, ManyThreadsSetWaitAndAreCalled) {
  constexpr int kEvents = 200;
  std::vector<EventRef> events;
  std::atomic<int> calls{0}, claims{0};
  for (int i = 0; i < kEvents; ++i)
    events.push_back(Event::promise());
  auto work = [&] {
    for (EventRef& event : events) {
      event->onReady([&](const Status&) { ++calls; });
      if (event->claim()) {
        ++claims;
        event->set(okStatus());
      }
      EXPECT_TRUE(waitForAny(events, -1).ok());
    }
    EXPECT_TRUE(waitForAll(events, -1).ok());
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back(work);
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(claims, kEvents);
  EXPECT_EQ(calls, 3 * kEvents);
}

} // namespace
} // namespace lz::runtime
