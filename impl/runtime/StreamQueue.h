// The queue of a stream, shared by the stream, its thread and the events of its work. Only runtime
// uses it.
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

// What the thread of a queue does, and when that changes.
//   Asleep    work comes that no thread waits for, or whose end calls a function       -> Awake
//   Awake     nothing is queued                                                        -> Asleep
//   Asleep    shutdown                                                                 -> Ending
//   Awake     shutdown                                                                 -> Draining
//   Ending    shutdown leaves queued work to the thread                                -> Draining
//   Draining  nothing is queued                                                        -> Ending
enum class QueueState : uint8_t {
  Asleep,   // it sleeps: a thread that waits for queued work runs it
  Awake,    // it runs what is queued
  Draining, // it runs what is queued, and then ends; no work is accepted
  Ending,   // it ends once nothing is queued; no work is accepted
};
constexpr bool isAwake(QueueState state) {
  return state == QueueState::Awake || state == QueueState::Draining;
}
constexpr bool accepts(QueueState state) {
  return state == QueueState::Asleep || state == QueueState::Awake;
}
// Return the state after an event in the table above.
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
  // Moves the only item of `item` to the queue. It allocates nothing, so it cannot fail.
  void submit(std::list<StreamItem> item, Wake wake) noexcept;

  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);
  // Runs pieces in order on the calling thread until `event` has happened or another thread has the
  // turn. A thread holds the turn while it runs a piece, so pieces never overlap.
  void runUntil(const Event& event);
  // Makes sure that some thread will run what is queued.
  void wakeThread();
  void shutdown(Pending pending);
  // Cancels work of this queue. The running piece checks its flag, which has been set.
  void cancel(const Event& event);
  void cancelAll();
  uint64_t cancels() const { return cancels_.load(); }
  // Returns whether the calling thread is running a piece, or a release callback of something that
  // a piece held. Queued work cannot run before it returns.
  bool isRunningHere();

private:
  // Returns whether this thread may run work that is only for threads of the program.
  bool mayRunHere();
  bool startThread() noexcept;
  void threadMain();
  // Runs the first item. Call it with the mutex held, the turn free and the queue not empty; the
  // mutex is released meanwhile. The caller runs the next item or passes the turn on.
  void runFront(std::unique_lock<std::mutex>& lock);
  // Call this and the next two with the mutex held.
  bool isTurnTaken() const { return runner_ != std::thread::id(); }
  void takeTurn(EventRef event);
  void giveTurnBack();
  // Waits until the turn is free or the event has happened. Releases the mutex meanwhile.
  void waitForTurn(std::unique_lock<std::mutex>& lock, const Event& event);
  // Wakes the threads that may continue, when the turn is free and the caller does not take it
  // again.
  void passTurnOn();
  static Status waitFor(Event& before, const CancelFlag* cancel);
  void runItem(StreamItem& item);
  // Removes everything queued, which the caller ends with the mutex released, and sets the cancel
  // flag of the running piece. Call it with the mutex held.
  std::list<StreamItem> takeAll();
  void endCancelled(std::list<StreamItem> items);

  std::mutex mutex_;
  // A thread that waits for its event while another has the turn. It is woken when the event has
  // happened or the turn is free, not after each piece in between.
  struct Waiter {
    const Event& event;
    Waiter* next;
  };

  // Two variables, so that work that a waiting thread runs itself does not wake the stream's
  // thread.
  std::condition_variable turnFree_; // the turn is free, or an event has happened
  std::condition_variable wanted_;   // the thread must run what is queued, or end
  std::list<StreamItem>
      items_;                 // an empty one needs no memory: shutdown can be part of a destructor
  Waiter* waiters_ = nullptr; // a list through the stacks of the waiting threads
  std::thread::id runner_;    // the thread that has the turn; no thread if it is free
  EventRef running_;          // event of the running piece, while the turn is taken
  std::atomic<uint64_t> cancels_{0};
  QueueState state_ = QueueState::Asleep;                // guarded by mutex_
  const CpuAffinity cpus_ = CpuAffinity::ofThisThread(); // of the thread that made the stream
  Thread thread_;
};

} // namespace lz::runtime
