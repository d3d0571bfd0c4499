// Completion of asynchronous work: happens once, well or with an error, and stays.
#pragma once

#include "base/Cancel.h"
#include "base/Status.h"
#include "runtime/EventCalls.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::runtime {

class StreamQueue;

// Any thread. Outlives its stream.
class Event {
public:
  Event() = default;
  explicit Event(std::weak_ptr<StreamQueue> queue) : queue_(std::move(queue)) {}
  // One that has happened.
  static std::shared_ptr<Event> ready(Status status = okStatus());
  // One that whoever holds it makes happen: by claim() and then set(). To cancel it is to claim it,
  // and it happens at once. `along`: whose happening leads to that, so that a wait runs its work;
  // nullptr: none.
  static std::shared_ptr<Event> promise(const Event* along = nullptr);
  // One that happens when all of `parts` have, with the first error in their order. It is of no
  // stream: it holds up nobody, and the work of a part need not have been submitted. A wait runs
  // the work of the parts; to cancel it is to cancel them.
  static std::shared_ptr<Event> allOf(std::vector<std::shared_ptr<Event>> parts);

  // Makes it happen; a failed status poisons the work that depends on it. Calls after the first do
  // nothing. The caller holds no lock, or a CallLater around it.
  void set(Status status);
  // Of a promise: true for the one caller that may set it.
  bool claim() { return !claimed_.exchange(true, std::memory_order_acq_rel); }

  // Calls `function` once when this has happened: on the thread that makes it happen, or at once
  // on the caller's. Nobody has to wait for the event: its stream's thread is woken.
  void onReady(OnReady function, const void* owner = nullptr);
  // Takes back what `owner` gave, unless the event has happened.
  void forget(const void* owner);

  bool isReady() const { return ready_.load(std::memory_order_acquire); }
  // The status of the work; only when isReady().
  const Status& status() const { return status_; }
  // Whether it happens if nothing more is submitted: it has happened, or its work is in a queue, or
  // runs. For an event of no stream its parts answer or, where it has none, its maker.
  bool isUnderWay() const;

  // Waits without limit and returns the status of the work. When nobody is running the stream of
  // this event, the calling thread runs the work itself, so the caller must hold no lock that
  // queued work takes. Errors: of the work; FailedPrecondition from inside of the stream's work,
  // and from any callback of the program's, where waiting might never end.
  Status wait();
  // Waits at most `timeoutNs` (0: not at all; negative: wait()). Errors: DeadlineExceeded, or the
  // status of the work.
  Status wait(int64_t timeoutNs);

  // FailedPrecondition in a callback of the program's. Who submits work in order to wait for it
  // asks first: whether the work ends before the wait is a matter of luck.
  static Status checkNotInCallback();

  // Ends the work early, and does not wait for that: what is queued never runs, and what runs ends
  // within milliseconds if it looks at its flag; the status is then Cancelled. Does nothing to what
  // has happened.
  void cancel();
  // What the work of this event looks at.
  const CancelFlag* cancelFlag() const { return &cancelled_; }

  // Why the calling thread must not wait, or OK.
  Status checkMayWait();

private:
  friend class PreparedWork;
  friend class StreamQueue;
  Status firstErrorOfParts() const;
  Status waitUntilReady();
  void waitAtMost(int64_t timeoutNs);

  std::atomic<bool> ready_{false};
  CancelFlag cancelled_{false};
  bool isPromise_ = false;
  std::atomic<bool> isSubmitted_{false}; // its work has been, to its stream
  std::atomic<bool> claimed_{false};
  Status status_;
  std::weak_ptr<StreamQueue> queue_;          // whose work makes it happen; empty: no stream
  std::vector<std::shared_ptr<Event>> parts_; // of a gathering, on a stream or not
  std::mutex mutex_;
  std::condition_variable changed_;
  EventCalls calls_; // until it happens; guarded by mutex_
};

using EventRef = std::shared_ptr<Event>;

// A clock counts nanoseconds since boot in 63 bits: a year is for ever, and cannot overflow it.
inline int64_t atMostYear(int64_t timeoutNs) {
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  return timeoutNs < kYear ? timeoutNs : kYear;
}

} // namespace lz::runtime
