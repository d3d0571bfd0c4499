// The completion of asynchronous work: it happens once, with a status that does not change.
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

// Any thread may call these functions. An event may outlive its stream.
class Event {
public:
  Event() = default;
  explicit Event(std::weak_ptr<StreamQueue> queue) : queue_(std::move(queue)) {}
  // Returns an event that has happened.
  static std::shared_ptr<Event> ready(Status status = okStatus());
  // Returns an event that its holder makes happen, by claim() and then set(). Cancelling it claims
  // it, and it happens at once. `along` is the event of the work that leads to this one, or
  // nullptr; a wait runs that work.
  static std::shared_ptr<Event> promise(const Event* along = nullptr);
  // Returns an event that happens when all of `parts` have happened, with the first error in their
  // order. It belongs to no stream, so it delays no work, and the work of a part need not be
  // submitted yet. A wait runs the work of the parts. Cancelling it cancels the parts.
  static std::shared_ptr<Event> allOf(std::vector<std::shared_ptr<Event>> parts);

  // Makes the event happen. If the status is an error, work that depends on the event gets it. Only
  // the first call has an effect. The caller must hold no lock, unless a CallLater lives around it.
  void set(Status status);
  // Returns true for only one caller, which may then set the promise.
  bool claim() { return !claimed_.exchange(true, std::memory_order_acq_rel); }

  // Calls `function` once: on the thread that makes the event happen, or now, if it has happened.
  // The thread of the stream is woken, so no thread need wait for the event.
  void onReady(OnReady function, const void* owner = nullptr);
  // Removes the functions that `owner` registered, unless the event has happened.
  void forget(const void* owner);

  bool isReady() const { return ready_.load(std::memory_order_acquire); }
  // The status of the work. Call it only when isReady().
  const Status& status() const { return status_; }
  // Returns whether the event happens if nothing more is submitted: it has happened, or its work
  // runs or is queued. An event of several parts asks its parts. A promise always counts as under
  // way, since its maker is responsible.
  bool isUnderWay() const;

  // Waits without limit and returns the status of the work. If no thread runs the stream of this
  // event, the calling thread runs the work itself, so it must hold no lock that queued work needs.
  // Errors: those of the work; FailedPrecondition inside the stream's work and in every callback of
  // the program, where the wait might never end.
  Status wait();
  // Waits at most `timeoutNs` nanoseconds (0: not at all; negative: without limit). Errors:
  // DeadlineExceeded, or the status of the work.
  Status wait(int64_t timeoutNs);

  // Returns FailedPrecondition in a callback of the program. Code that submits work and then waits
  // for it must check this before it submits, since the wait would succeed only if the work
  // happened to end first.
  static Status checkNotInCallback();

  // Ends the work early, without waiting for the end. Queued work never runs. Running work ends
  // within milliseconds if it checks its flag. The status is then Cancelled. An event that has
  // happened does not change.
  void cancel();
  // The flag that the work of this event checks.
  const CancelFlag* cancelFlag() const { return &cancelled_; }

  // Returns why the calling thread must not wait, or OK.
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
  std::atomic<bool> isSubmitted_{false}; // its work has been submitted to its stream
  std::atomic<bool> claimed_{false};
  Status status_;
  std::weak_ptr<StreamQueue> queue_;          // the queue of its work; empty if it has no stream
  std::vector<std::shared_ptr<Event>> parts_; // of allOf()
  std::mutex mutex_;
  std::condition_variable changed_;
  EventCalls calls_; // pending calls; guarded by mutex_
};

using EventRef = std::shared_ptr<Event>;

// Limits a timeout to a year. Clocks count nanoseconds since boot in 63 bits, so the sum cannot
// overflow.
inline int64_t atMostYear(int64_t timeoutNs) {
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  return timeoutNs < kYear ? timeoutNs : kYear;
}

} // namespace lz::runtime
