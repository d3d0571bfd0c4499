// An event is the completion of asynchronous work. It happens once, with a status that does not
// change.
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

// Any thread may call its functions. An event may outlive its stream.
class Event {
public:
  Event() = default;
  explicit Event(std::weak_ptr<StreamQueue> queue) : queue_(std::move(queue)) {}
  // Returns an event that has already happened.
  static std::shared_ptr<Event> ready(Status status = okStatus());
  // Returns an event whose holder makes it happen, by claim() and then set(). If it is cancelled,
  // it is claimed and happens at once. `along` is the event of the work that leads to this event,
  // or nullptr. Waiting for this event runs that work.
  static std::shared_ptr<Event> promise(const Event* along = nullptr);
  // Returns an event that happens when all of `parts` have happened. It has the error of the first
  // part that failed, in the order of `parts`. The event belongs to no stream, so it delays no
  // work, and the work of a part may be submitted later. Waiting for it runs the work of the parts.
  // Cancelling it cancels the parts.
  static std::shared_ptr<Event> allOf(std::vector<std::shared_ptr<Event>> parts);

  // Makes the event happen. If the status is an error, work that depends on the event gets this
  // error. Calls after the first one have no effect. The caller must hold no lock, unless a
  // CallLater delays calls meanwhile.
  void set(Status status);
  // Returns true to exactly one caller, which may then set the promise.
  bool claim() { return !claimed_.exchange(true, std::memory_order_acq_rel); }

  // Calls `function` once, on the thread that makes the event happen, or now if the event has
  // happened. Also wakes the stream's thread, so the event happens even if no thread waits for it.
  void onReady(OnReady function, const void* owner = nullptr);
  // Removes the functions that `owner` registered, unless the event has happened already.
  void forget(const void* owner);

  bool isReady() const { return ready_.load(std::memory_order_acquire); }
  // The status of the work. Requires isReady().
  const Status& status() const { return status_; }
  // Returns whether the event will happen even if nothing more is submitted: it has happened, or
  // its work runs or is queued. For an event of several parts, this must hold for the parts. A
  // promise always counts as under way, since its maker is responsible for it.
  bool isUnderWay() const;

  // Waits without limit and returns the status of the work. If no thread runs the stream of this
  // event, the calling thread runs the work itself, so it must hold no lock that queued work needs.
  // Fails with FailedPrecondition inside the stream's work and in every callback of the program,
  // because the wait might never end there.
  Status wait();
  // Waits at most `timeoutNs` nanoseconds (0: not at all; negative: without limit). Returns
  // DeadlineExceeded or the status of the work.
  Status wait(int64_t timeoutNs);

  // Returns FailedPrecondition in a callback of the program. Code that submits work and then waits
  // for it must check this before it submits. Otherwise it would depend on chance whether the wait
  // fails: it succeeds if the work has already ended.
  static Status checkNotInCallback();

  // Ends the work early, but does not wait until it has ended. Queued work never runs. Running work
  // ends within milliseconds if it checks its flag. The status is then Cancelled. An event that has
  // happened does not change.
  void cancel();
  // The flag that the work of this event checks.
  const CancelFlag* cancelFlag() const { return &cancelled_; }

  // Returns OK, or why the calling thread must not wait.
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
  std::atomic<bool> isSubmitted_{false}; // whether the stream has its work
  std::atomic<bool> claimed_{false};
  Status status_;
  std::weak_ptr<StreamQueue> queue_;          // queue of its work; empty without a stream
  std::vector<std::shared_ptr<Event>> parts_; // set by allOf()
  std::mutex mutex_;
  std::condition_variable changed_;
  EventCalls calls_; // pending calls; guarded by mutex_
};

using EventRef = std::shared_ptr<Event>;

// Limits a timeout to a year. Clocks count nanoseconds since boot in 63 bits, so adding the timeout
// cannot overflow.
inline int64_t atMostYear(int64_t timeoutNs) {
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  return timeoutNs < kYear ? timeoutNs : kYear;
}

} // namespace lz::runtime
