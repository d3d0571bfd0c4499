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
  // Returns an event that happens when its holder calls claim() and then set(). If the event is
  // cancelled, it is claimed and happens at once. `along` is nullptr, or the event of the work that
  // leads to this event. Waiting for this event then runs that work.
  static std::shared_ptr<Event> promise(const Event* along = nullptr);
  // Returns an event that happens when all of `parts` have happened. If parts fail, the event has
  // the error of the first failed part in the list. The event belongs to no stream. The work of a
  // part can be submitted later. Waiting for the event runs the work of the parts. Cancelling the
  // event cancels the parts.
  static std::shared_ptr<Event> allOf(std::vector<std::shared_ptr<Event>> parts);

  // Makes the event happen. If the status is an error, work that depends on the event gets this
  // error. Only the first call has an effect. The caller must not hold a lock, unless it has a
  // CallLater.
  void set(Status status);
  // Returns true to exactly one caller, which may then set the promise.
  bool claim() { return !claimed_.exchange(true, std::memory_order_acq_rel); }

  // Calls `function` once, on the thread that makes the event happen. If the event has happened
  // already, calls `function` now. The event happens even if no thread waits for it.
  void onReady(OnReady function, const void* owner = nullptr);
  // Removes the functions that `owner` registered. Does nothing if the event has happened already.
  void forget(const void* owner);

  bool isReady() const { return ready_.load(std::memory_order_acquire); }
  // The status of the work. Requires isReady().
  const Status& status() const { return status_; }
  // Returns whether the event will happen even if nothing more is submitted. This is so if the
  // event has happened, or if its work runs or is queued. An event of several parts is under way if
  // all parts are. A promise is always under way.
  bool isUnderWay() const;

  // Waits without limit and returns the status of the work. If no thread runs the stream of this
  // event, the calling thread runs the work itself. So it must hold no lock that queued work needs.
  // In the stream's work and in callbacks of the program, the wait might never end, so it fails
  // with FailedPrecondition.
  Status wait();
  // Waits at most `timeoutNs` nanoseconds. If `timeoutNs` is 0, does not wait. If `timeoutNs` is
  // negative, waits without limit. Returns DeadlineExceeded or the status of the work.
  Status wait(int64_t timeoutNs);

  // Returns FailedPrecondition in a callback of the program. Code that submits work and then waits
  // for the work must call this before it submits. Otherwise the wait would succeed by chance, if
  // the work has already ended.
  static Status checkNotInCallback();

  // Cancels the work, without waiting for its end. Queued work never runs. Running work that checks
  // its flag ends within milliseconds. The status is then Cancelled. If the event has happened
  // already, nothing changes.
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
  std::vector<std::shared_ptr<Event>> parts_; // set by allOf and gather
  std::mutex mutex_;
  std::condition_variable changed_;
  EventCalls calls_; // pending calls; guarded by mutex_
};

using EventRef = std::shared_ptr<Event>;

// Limits a timeout to a year, so that it can be added to the time of a clock without overflow.
inline int64_t atMostYear(int64_t timeoutNs) {
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  return timeoutNs < kYear ? timeoutNs : kYear;
}

} // namespace lz::runtime
