// A thread that waits for a piece of work sleeps until this piece has run, whatever work comes
// before and after it.
#include "Sleeps.h"
#include "runtime/Stream.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace lz::runtime {
namespace {

// Work that lasts until the gate is opened.
struct Gate {
  std::atomic<bool> begun{false}, open{false};
  Work work() {
    return [this] {
      begun = true;
      while (!open)
        std::this_thread::yield();
      return okStatus();
    };
  }
};

// A thread that waits for `event` while another one has the turn, and that has gone to sleep.
struct Sleeper {
  explicit Sleeper(EventRef event)
      : thread([this, event = std::move(event)] {
          id = currentThread();
          EXPECT_TRUE(event->wait().ok());
          sleeps = sleepsOf(id);
          isAwake = true;
        }) {
    while (id == 0 || sleepsOf(id) == 0)
      std::this_thread::yield();
  }
  std::atomic<int64_t> id{0}, sleeps{0};
  std::atomic<bool> isAwake{false};
  std::thread thread;
};

TEST(Waiters, SleepWhileThePiecesBeforeTheirsRun) {
  Stream stream;
  Gate gate;
  EventRef last = stream.submit(gate.work());
  for (int i = 0; i < 1000; ++i)
    last = stream.submit([] { return okStatus(); });
  while (!gate.begun)
    std::this_thread::yield();
  Sleeper sleeper(last);
  gate.open = true;
  sleeper.thread.join();
  EXPECT_LE(sleeper.sleeps, 5);
}

// A thread that runs work wakes the waiter of each piece before it runs the next piece, which may
// take long.
TEST(Waiters, WakeWhenTheirPieceHasRunThoughMoreFollows) {
  Stream stream;
  Gate gate;
  Sleeper* sleeper = nullptr; // set before the gate opens
  EventRef first = stream.submit(gate.work(), {}, Wake::OnWait);
  EventRef second = stream.submit(
      [&] {
        while (!sleeper->isAwake)
          std::this_thread::yield();
        return okStatus();
      },
      {}, Wake::OnWait);
  std::thread runner([&] { EXPECT_TRUE(second->wait().ok()); });
  while (!gate.begun)
    std::this_thread::yield();
  Sleeper one(first);
  sleeper = &one;
  gate.open = true;
  runner.join();
  one.thread.join();
}

// A waiting thread runs work up to the piece that it waits for. Then the turn passes to the
// stream's own thread, which runs the rest.
TEST(Waiters, PassTheTurnOn) {
  Stream stream;
  Gate gate, later;
  EventRef first = stream.submit(gate.work(), {}, Wake::OnWait);
  std::thread runner([&] { EXPECT_TRUE(first->wait().ok()); });
  while (!gate.begun)
    std::this_thread::yield();
  EventRef second = stream.submit(later.work()); // work without a waiter
  gate.open = true;
  runner.join();
  while (!later.begun)
    std::this_thread::yield();
  later.open = true;
  EXPECT_TRUE(second->wait().ok());
}

} // namespace
} // namespace lz::runtime
