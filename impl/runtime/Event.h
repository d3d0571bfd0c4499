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

// Any thread. An event may outlive its stream.
class Event {
public:
  Event() = default;
  explicit Event(std::weak_ptr<StreamQueue> queue) : queue_(std::move(queue)) {}
  // An event that has happened.
  static std::shared_ptr<Event> ready(Status status = okStatus());
  // An event that its holder makes happen, with claim() and then set(). Cancelling it claims it,
  // and it happens at once. `along`: the event of the work that leads to this one, so that a wait
  // runs that work; nullptr if there is none.
  static std::shared_ptr<Event> promise(const Event* along = nullptr);
  // An event that happens when all of `parts` have happened, with the first error in their order.
  // It belongs to no stream, so it delays no work, and the work of a part need not be submitted
  // yet. A wait runs the work of the parts. Cancelling it cancels the parts.
  static std::shared_ptr<Event> allOf(std::vector<std::shared_ptr<Event>> parts);

  // Makes it happen; a failed status poisons the work that depends on it. Calls after the first do
  // nothing. The caller holds no lock, or a CallLater around it.
  void set(Status status);
  // For a promise: true for the only caller that may set it.
  bool claim() { return !claimed_.exchange(true, std::memory_order_acq_rel); }

  // Calls `function` once when the event has happened, on the thread that makes it happen, or at
  // once on the caller's. The thread of the stream is woken, so no thread need wait for the event.
  void onReady(OnReady function, const void* owner = nullptr);
  // Removes the functions that `owner` registered, unless the event has happened.
  void forget(const void* owner);

  bool isReady() const { return ready_.load(std::memory_order_acquire); }
  // The status of the work. Call it only when isReady().
  const Status& status() const { return status_; }
  // Whether the event happens if nothing more is submitted: it has happened, or its work runs or is
  // queued. The parts of a gathering answer for it. A promise is always under way, since its maker
  // answers for it.
  bool isUnderWay() const;

  // Waits without limit and returns the status of the work. If no thread runs the stream of this
  // event, the calling thread runs the work itself, so it must hold no lock that queued work takes.
  // Errors: those of the work; FailedPrecondition inside of the stream's work and in every callback
  // of the program, where the wait might never end.
  Status wait();
  // Waits at most `timeoutNs` (0: not at all; negative: wait()). Errors: DeadlineExceeded, or the
  // status of the work.
  Status wait(int64_t timeoutNs);

  // FailedPrecondition in a callback of the program. Code that submits work and then waits for it
  // must ask before it submits, since the wait would succeed if the work happened to end first.
  static Status checkNotInCallback();

  // Ends the work early, and does not wait for the end. Queued work never runs. Running work ends
  // within milliseconds if it checks its flag. The status is then Cancelled. An event that has
  // happened does not change.
  void cancel();
  // The flag that the work of this event checks.
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
  std::atomic<bool> isSubmitted_{false}; // its work has been submitted to its stream
  std::atomic<bool> claimed_{false};
  Status status_;
  std::weak_ptr<StreamQueue> queue_;          // the queue of its work; empty: it has no stream
  std::vector<std::shared_ptr<Event>> parts_; // of a gathering
  std::mutex mutex_;
  std::condition_variable changed_;
  EventCalls calls_; // pending calls; guarded by mutex_
};

using EventRef = std::shared_ptr<Event>;

// A clock counts nanoseconds since boot in 63 bits, so a year is long enough and cannot overflow
// it.
inline int64_t atMostYear(int64_t timeoutNs) {
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  return timeoutNs < kYear ? timeoutNs : kYear;
}

} // namespace lz::runtime
