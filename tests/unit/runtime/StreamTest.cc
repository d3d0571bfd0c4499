#include "runtime/Stream.h"

#include "Sleeps.h"
#include "base/Cancel.h"
#include "runtime/Callback.h"
#include "runtime/Device.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lz::runtime {
namespace {

constexpr int64_t kSecondNs = 1'000'000'000;

TEST(Event, HappensOnce) {
  Event event;
  EXPECT_FALSE(event.isReady());
  EXPECT_EQ(event.wait(0).code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(event.wait(1000).code(), absl::StatusCode::kDeadlineExceeded);
  event.set(okStatus());
  event.set(internalError("late"));
  EXPECT_TRUE(event.isReady());
  EXPECT_TRUE(event.wait().ok());
  EXPECT_TRUE(event.wait(0).ok());
}

TEST(Event, WakesAWaiter) {
  Event event;
  std::thread setter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    event.set(invalidArgument("poison"));
  });
  EXPECT_EQ(event.wait(INT64_MAX).code(), absl::StatusCode::kInvalidArgument);
  setter.join();
}

TEST(Stream, RunsInOrder) {
  Stream stream;
  std::vector<int> order;
  for (int i = 0; i < 100; ++i)
    stream.submit([&order, i] {
      order.push_back(i);
      return okStatus();
    });
  stream.synchronize();
  ASSERT_EQ(order.size(), 100u);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(order[size_t(i)], i);
}

TEST(Stream, WorkThatItsWaiterRunsDoesNotWakeTheThread) {
  Stream stream;
  std::atomic<int64_t> thread = 0;
  auto noteThread = [&] {
    thread = currentThread();
    return okStatus();
  };
  stream.submit(noteThread);
  while (thread == 0)
    std::this_thread::yield();
  stream.synchronize();
  int64_t before = sleepsOf(thread);
  ASSERT_GE(before, 0);
  for (int i = 0; i < 1000; ++i)
    EXPECT_TRUE(stream.submit([] { return okStatus(); }, {}, Wake::OnWait)->wait().ok());
  EXPECT_LE(sleepsOf(thread), before + 2); // the stream's thread sleeps once, after its own work
}

TEST(Stream, AnIdleStreamRunsOnTheWaitingThread) {
  Stream stream;
  std::thread::id runner;
  EventRef event = stream.submit(
      [&] {
        runner = std::this_thread::get_id();
        return okStatus();
      },
      {}, Wake::OnWait);
  EXPECT_FALSE(event->isReady());
  EXPECT_TRUE(event->wait().ok());
  EXPECT_EQ(runner, std::this_thread::get_id());
}

// tryRunHere runs work only if it would be next.
TEST(Stream, WhatIsTriedHereRunsWhereNothingElseDoes) {
  Stream stream;
  std::thread::id runner;
  auto work = [&]() -> Status {
    runner = std::this_thread::get_id();
    return failedPrecondition("its own");
  };
  std::optional<Status> ran = stream.tryRunHere(work);
  ASSERT_TRUE(ran.has_value());
  EXPECT_EQ(ran->message(), "its own");
  EXPECT_EQ(runner, std::this_thread::get_id());

  runner = {};
  EventRef queued = stream.submit([] { return okStatus(); }, {}, Wake::OnWait);
  EXPECT_FALSE(stream.tryRunHere(work).has_value());
  EXPECT_TRUE(queued->wait().ok());
  EventRef outer = stream.submit(
      [&] {
        EXPECT_FALSE(stream.tryRunHere(work).has_value());
        return okStatus();
      },
      {}, Wake::OnWait);
  EXPECT_TRUE(outer->wait().ok());
  stream.shutdown(Pending::Finish);
  EXPECT_FALSE(stream.tryRunHere(work).has_value());
  EXPECT_EQ(runner, std::thread::id());
}

TEST(Stream, WhatIsTriedHereIsCancelledWithTheRest) {
  Stream stream;
  EventRef behind;
  std::optional<Status> ran = stream.tryRunHere([&]() -> Status {
    behind = stream.submit([] { return okStatus(); }, {}, Wake::OnWait);
    EXPECT_FALSE(isCancelled());
    stream.cancel();
    EXPECT_TRUE(isCancelled());
    return isCancelled() ? absl::CancelledError("its own") : okStatus();
  });
  ASSERT_TRUE(ran.has_value());
  EXPECT_TRUE(absl::IsCancelled(*ran));
  EXPECT_TRUE(absl::IsCancelled(behind->wait()));
  // An exception becomes the work's status, and the turn is free again.
  ran = stream.tryRunHere([]() -> Status { throw std::bad_alloc(); });
  ASSERT_TRUE(ran.has_value());
  EXPECT_EQ(ran->code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(stream.tryRunHere([] { return okStatus(); })->ok());
}

// Work that only its submitter may run keeps its place in the order of the stream.
TEST(Stream, WorkForItsSubmitterRunsNowhereElse) {
  Stream stream;
  std::vector<int> order;
  for (int i = 0; i < 300; i += 3) {
    std::thread::id runner;
    auto push = [&](int number) {
      return [&order, number] {
        order.push_back(number);
        return okStatus();
      };
    };
    stream.submit(push(i));
    PreparedWork work = stream.prepare([&, i] {
      runner = std::this_thread::get_id();
      return push(i + 1)();
    });
    work.runOnSubmitter();
    EventRef event = work.event();
    stream.submit(std::move(work), i % 2 ? Wake::Now : Wake::OnWait);
    EXPECT_TRUE(event->isReady() && event->status().ok());
    EXPECT_EQ(runner, std::this_thread::get_id());
    stream.submit(push(i + 2));
  }
  stream.synchronize();
  EXPECT_EQ(order.size(), 300u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Stream, WorkForItsSubmitterIsRefusedInsideOfOtherWork) {
  Stream stream;
  bool ran = false;
  auto submitted = [&] {
    PreparedWork work = stream.prepare([&] {
      ran = true;
      return okStatus();
    });
    work.runOnSubmitter();
    EventRef event = work.event();
    stream.submit(std::move(work));
    return event;
  };
  EventRef inner;
  for (Wake wake : {Wake::Now, Wake::OnWait}) {
    stream.submit([&] { return inner = submitted(), okStatus(); }, {}, wake)->wait().IgnoreError();
    EXPECT_EQ(inner->status().code(), absl::StatusCode::kFailedPrecondition);
  }
  {
    CallbackScope scope;
    EXPECT_EQ(submitted()->status().code(), absl::StatusCode::kFailedPrecondition);
  }
  EXPECT_FALSE(ran);
  EXPECT_TRUE(submitted()->status().ok() && ran);
}

TEST(Stream, ATimedWaitLetsTheThreadRunIt) {
  Stream stream;
  std::thread::id runner;
  EventRef event = stream.submit(
      [&] {
        runner = std::this_thread::get_id();
        return okStatus();
      },
      {}, Wake::OnWait);
  EXPECT_TRUE(event->wait(10 * kSecondNs).ok());
  EXPECT_NE(runner, std::this_thread::get_id());
}

TEST(Stream, RunsWithoutAnyWait) {
  Stream stream;
  EventRef event = stream.submit([] { return okStatus(); });
  while (!event->isReady())
    std::this_thread::yield();
  EXPECT_TRUE(event->status().ok());
}

TEST(Stream, FreesWhatTheWorkHoldsBeforeTheEvent) {
  Stream stream;
  auto held = std::make_shared<int>(1);
  std::weak_ptr<int> watch = held;
  EventRef event = stream.submit([held = std::move(held)] { return okStatus(); });
  while (!event->isReady())
    std::this_thread::yield();
  EXPECT_TRUE(watch.expired());
}

TEST(Stream, ErrorsPoisonWhatDependsOnThemOnly) {
  Stream stream;
  std::atomic<int> ran{0};
  EventRef bad = stream.submit([] { return Status(invalidArgument("bad")); });
  EventRef after = stream.submit([&] { return ++ran, okStatus(); }, {bad});
  EventRef other = stream.submit([&] { return ++ran, okStatus(); });
  EXPECT_EQ(after->wait().message(), "bad");
  EXPECT_TRUE(other->wait().ok());
  EXPECT_EQ(ran, 1);
}

TEST(Stream, WaitsForEventsOfOtherStreams) {
  Stream first, second;
  int value = 0;
  EventRef produced = first.submit(
      [&] {
        value = 5;
        return okStatus();
      },
      {}, Wake::OnWait);
  EventRef consumed =
      second.submit([&] { return value == 5 ? okStatus() : internalError("order"); }, {produced});
  EXPECT_TRUE(consumed->wait().ok());
}

TEST(Stream, ManySubmittersAndWaiters) {
  Stream stream;
  int64_t sum = 0; // only work uses it, and work never overlaps
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        Wake wake = (i + t) % 2 ? Wake::Now : Wake::OnWait;
        EventRef event = stream.submit([&] { return ++sum, okStatus(); }, {}, wake);
        if (i % 3 == 0)
          EXPECT_TRUE(event->wait().ok());
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  stream.synchronize();
  EXPECT_EQ(sum, 800);
}

TEST(Stream, ShutdownFinishesOrCancels) {
  for (Pending pending : {Pending::Finish, Pending::Cancel}) {
    Stream stream;
    std::atomic<bool> started{false}, open{false};
    EventRef first = stream.submit([&] {
      started = true;
      while (!open)
        std::this_thread::yield();
      return okStatus();
    });
    EventRef queued = stream.submit([] { return okStatus(); });
    while (!started)
      std::this_thread::yield();
    std::thread closer([&] { stream.shutdown(pending); });
    if (pending == Pending::Cancel)
      EXPECT_EQ(queued->wait(10 * kSecondNs).code(), absl::StatusCode::kCancelled);
    open = true;
    closer.join();
    EXPECT_TRUE(first->wait().ok());
    EXPECT_EQ(queued->wait().ok(), pending == Pending::Finish);
    EventRef late = stream.submit([] { return okStatus(); });
    EXPECT_EQ(late->wait().code(), absl::StatusCode::kFailedPrecondition);
    stream.shutdown(pending);
  }
}

TEST(Stream, ShutdownRunsWorkThatNobodyWoke) {
  bool ran = false;
  {
    Stream stream;
    stream.submit([&] { return ran = true, okStatus(); }, {}, Wake::OnWait);
  }
  EXPECT_TRUE(ran);
}

TEST(Stream, EventsOutliveTheStream) {
  EventRef event;
  {
    Stream stream;
    event = stream.submit([] { return okStatus(); }, {}, Wake::OnWait);
  }
  EXPECT_TRUE(event->wait().ok());
}

// Work in the queue may hold the last reference to a device.
TEST(Device, MayBeDestroyedByItsOwnWork) {
  auto device = Device::host({.threads = 2});
  Stream& stream = device->stream();
  std::atomic<bool> go{false};
  EventRef first, second;
  {
    std::shared_ptr<Device> last = device;
    first = stream.submit([last = std::move(last), &go]() mutable {
      while (!go)
        std::this_thread::yield();
      last.reset();
      return okStatus();
    });
  }
  second = stream.submit([] { return okStatus(); });
  device.reset();
  go = true;
  EXPECT_TRUE(first->wait(10 * kSecondNs).ok());
  EXPECT_TRUE(second->wait(10 * kSecondNs).ok());
}

TEST(Device, TwoDevicesShareNothing) {
  auto a = Device::host({.name = "host:0", .threads = 1});
  auto b = Device::host({.name = "host:1", .threads = 3});
  StorageRef storage = *a->allocate(64);
  EXPECT_EQ(a->allocator()->liveBytes(), 64);
  EXPECT_EQ(b->allocator()->liveBytes(), 0);
  EXPECT_EQ(b->threads(), 3);
  EXPECT_EQ(b->name(), "host:1");
}

} // namespace
} // namespace lz::runtime
