// The queue behind a stream, shared by the stream, its thread and the events of its work. Internal
// to runtime.
#pragma once

#include "base/machine/Thread.h"
#include "runtime/Stream.h"

#include <atomic>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lz::runtime {

// What a queue wants of its thread.
//   Asleep    work comes that nobody waits for, or whose end somebody is to be told of -> Awake
//   Awake     nothing is queued                                                        -> Asleep
//   Asleep    shutdown                                                                 -> Ending
//   Awake     shutdown                                                                 -> Draining
//   Ending    shutdown leaves queued work to the thread                                -> Draining
//   Draining  nothing is queued                                                        -> Ending
enum class QueueState : uint8_t {
  Asleep,   // nothing: whoever waits for what is queued runs it
  Awake,    // to run what is queued
  Draining, // the same, and then to end; nothing more is accepted
  Ending,   // to end once nothing is queued; nothing more is accepted
};
constexpr bool isAwake(QueueState state) {
  return state == QueueState::Awake || state == QueueState::Draining;
}
constexpr bool accepts(QueueState state) {
  return state == QueueState::Asleep || state == QueueState::Awake;
}
// What an event makes of a state.
constexpr QueueState woken(QueueState state) {
  return accepts(state) ? QueueState::Awake : QueueState::Draining;
}
constexpr QueueState emptied(QueueState state) {
  return accepts(state) ? QueueState::Asleep : QueueState::Ending;
}
constexpr QueueState shutDown(QueueState state) {
  return isAwake(state) ? QueueState::Draining : QueueState::Ending;
}

class StreamQueue : public std::enable_shared_from_this<StreamQueue> {
public:
  // Takes the one item of `item`; allocates nothing that it could not do without.
  void submit(std::list<StreamItem> item, Wake wake) noexcept;

  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);
  // Runs pieces in order on the calling thread until `event` has happened or another thread holds
  // the turn; the turn is held while a piece runs, so pieces never overlap whoever runs them.
  void runUntil(const Event& event);
  // Makes sure that somebody will run what is queued.
  void wakeThread();
  void shutdown(Pending pending);
  // Of this queue. A piece that runs looks at its flag, which has been set.
  void cancel(const Event& event);
  void cancelAll();
  uint64_t cancels() const { return cancels_.load(); }
  // The calling thread is running a piece, or the release callback of something that a piece held:
  // what is queued cannot run before it returns.
  bool isRunningHere();

private:
  // May this thread run what only threads of the program may?
  bool mayRunHere();
  bool startThread() noexcept;
  void threadMain();
  // With the mutex held, the turn free and the queue not empty: runs the first item, mutex released
  // meanwhile. The caller runs the next one or passes the turn on.
  void runFront(std::unique_lock<std::mutex>& lock);
  // With the mutex held, as the next two.
  bool isTurnTaken() const { return runner_ != std::thread::id(); }
  void takeTurn(EventRef event);
  void giveTurnBack();
  // Until the turn is free or the event has happened; mutex released meanwhile.
  void waitForTurn(std::unique_lock<std::mutex>& lock, const Event& event);
  // Wakes whoever may go on, when the turn is free and the caller does not take it again.
  void passTurnOn();
  static Status waitFor(Event& before, const CancelFlag* cancel);
  void runItem(StreamItem& item);
  // With the mutex held: everything queued, to be ended with it released; tells what runs.
  std::list<StreamItem> takeAll();
  void endCancelled(std::list<StreamItem> items);

  std::mutex mutex_;
  // One who waits for its event while another has the turn: woken when the event has happened or
  // the turn is free, not for each piece in between.
  struct Waiter {
    const Event& event;
    Waiter* next;
  };

  // Apart, so that a piece that somebody runs who waits for it does not wake the thread.
  std::condition_variable turnFree_; // or an event has happened that somebody waits for
  std::condition_variable wanted_;   // the thread is: to run what is queued, or to end
  std::list<StreamItem>
      items_;                 // an empty one needs no memory: shutdown can be part of a destructor
  Waiter* waiters_ = nullptr; // on the stacks of their threads
  std::thread::id runner_;    // who holds the turn; of no thread: it is free
  EventRef running_;          // of the piece that runs, while the turn is taken
  std::atomic<uint64_t> cancels_{0};
  QueueState state_ = QueueState::Asleep;                // guarded by mutex_
  const CpuAffinity cpus_ = CpuAffinity::ofThisThread(); // of who made the stream
  Thread thread_;
};

} // namespace lz::runtime
