// The queue of a stream. The stream, its thread and the events of its work share it. Used only in
// runtime.
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

// The states of the thread of a queue. Each line has a state, what ends the state, and the next
// state:
//   Asleep    work comes that no thread waits for, or whose end calls a function       -> Awake
//   Awake     nothing is queued                                                        -> Asleep
//   Asleep    shutdown                                                                 -> Ending
//   Awake     shutdown                                                                 -> Draining
//   Ending    shutdown leaves queued work to the thread                                -> Draining
//   Draining  nothing is queued                                                        -> Ending
enum class QueueState : uint8_t {
  Asleep,   // sleeps, so threads that wait for queued work run it
  Awake,    // runs the queued work
  Draining, // runs the queued work, then ends; no work is accepted
  Ending,   // ends when nothing is queued; no work is accepted
};
constexpr bool isAwake(QueueState state) {
  return state == QueueState::Awake || state == QueueState::Draining;
}
constexpr bool accepts(QueueState state) {
  return state == QueueState::Asleep || state == QueueState::Awake;
}
// Each function returns the next state after one of the changes in the table above.
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
  // Moves the only element of the list to the queue. Allocates nothing, so it cannot fail.
  void submit(std::list<StreamItem> item, Wake wake) noexcept;

  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);
  // Runs pieces in order on the calling thread, until `event` has happened or nothing is queued. A
  // thread that runs a piece has the turn. While another thread has the turn, this function waits
  // for the turn. So pieces never overlap.
  void runUntil(const Event& event);
  // Makes sure that some thread will run the queued work.
  void wakeThread();
  void shutdown(Pending pending);
  // Cancels the work of `event`, which is work of this queue. The flag of the event must be set
  // already, so that a running piece sees the flag.
  void cancel(const Event& event);
  void cancelAll();
  uint64_t cancels() const { return cancels_.load(); }
  // Returns whether the calling thread is running a piece, or a release callback of an object that
  // a piece held. Queued work runs only after the piece or the callback has returned.
  bool isRunningHere();

private:
  // Returns whether the calling thread may run work that only threads of the program may run.
  bool mayRunHere();
  bool startThread() noexcept;
  void threadMain();
  // Runs the first item. Requires that the mutex is held, the turn is free and the queue is not
  // empty. Releases the mutex while the item runs. The caller then runs the next item or passes the
  // turn on.
  void runFront(std::unique_lock<std::mutex>& lock);
  // This and the next two functions require that the mutex is held.
  bool isTurnTaken() const { return runner_ != std::thread::id(); }
  void takeTurn(EventRef event);
  void giveTurnBack();
  // Waits until the turn is free or the event has happened. Releases the mutex while it waits.
  void waitForTurn(std::unique_lock<std::mutex>& lock, const Event& event);
  // Wakes the threads that can continue. The turn must be free. The caller must not take the turn
  // again.
  void passTurnOn();
  static Status waitFor(Event& before, const CancelFlag* cancel);
  void runItem(StreamItem& item);
  // Removes all queued work and returns it. Also sets the cancel flag of the running piece.
  // Requires that the mutex is held. The caller must release the mutex and then end the returned
  // work.
  std::list<StreamItem> takeAll();
  void endCancelled(std::list<StreamItem> items);

  std::mutex mutex_;
  // A thread that waits for its event while another thread has the turn. The thread is woken when
  // the event has happened, or when the turn is free.
  struct Waiter {
    const Event& event;
    Waiter* next;
  };

  // The stream's thread has a variable of its own, so that it is not woken when a waiting thread
  // runs work itself.
  std::condition_variable turnFree_; // the turn is free, or an event has happened
  std::condition_variable wanted_;   // the thread must run what is queued, or end
  std::list<StreamItem>
      items_;                 // an empty list allocates nothing, so that destructors can shut down
  Waiter* waiters_ = nullptr; // a linked list; its elements are on the stacks of the threads
  std::thread::id runner_;    // the thread that has the turn; no thread if it is free
  EventRef running_;          // event of the running piece, while the turn is taken
  std::atomic<uint64_t> cancels_{0};
  QueueState state_ = QueueState::Asleep;                // guarded by mutex_
  const CpuAffinity cpus_ = CpuAffinity::ofThisThread(); // CPUs of the thread that made the stream
  Thread thread_;
};

} // namespace lz::runtime
