// The order of work on a device: a queue whose pieces run one after another, asynchronously to the
// submitter.
#pragma once

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "base/machine/FloatMode.h"
#include "runtime/Event.h"

#include <list>
#include <memory>
#include <optional>
#include <vector>

namespace lz::runtime {

// A piece of work. It is destroyed after it has run and before its event happens, so memory that
// only the work holds is free when the event is seen. It must not throw. Waiting for events of the
// same stream fails with FailedPrecondition. It runs under the cancel flag of its event.
using Work = absl::AnyInvocable<Status()>;

enum class Wake : uint8_t {
  Now,    // the stream's thread starts it at once
  OnWait, // the caller will wait for the event and run the work itself; no thread is woken
};

enum class Pending : uint8_t { Finish, Cancel };

struct StreamItem {
  Work work;
  std::vector<EventRef> after;
  EventRef event;
  uint64_t cancels = 0;     // how often the stream was cancelled before it was prepared
  FloatMode callerMode{};   // of the thread that prepared it, for functions of the caller
  bool runsAnyway = false;  // even if an event of `after` failed
  bool onSubmitter = false; // never on the stream's own thread
};

// Work with all the memory that its place in a queue takes, so that submitting it cannot fail. If
// it is not submitted, its owner must make its event happen.
class PreparedWork {
public:
  PreparedWork() = default;
  PreparedWork(PreparedWork&&) noexcept = default;
  PreparedWork& operator=(PreparedWork&&) noexcept = default;

  const EventRef& event() const { return item_.front().event; }
  // Adds to the `after` of Stream::prepare.
  void runAfter(EventRef event);
  // Adds to `after`, and cancelling this work also cancels the part.
  void gather(EventRef part);
  // The work runs even if an event of `after` fails, and handles that error itself.
  void runAnyway() { item_.front().runsAnyway = true; }
  // The work runs on the thread that submits it, before submit returns, or on a thread that waits
  // for work of the stream: never on a thread of the library. If it is submitted from a callback or
  // by work of the stream, it does not run, and its event has FailedPrecondition.
  void runOnSubmitter() { item_.front().onSubmitter = true; }

private:
  friend class Stream;
  std::list<StreamItem> item_; // one item; none when moved from
};

// Any thread may call these functions.
//
// Work must not wait for work that has not been submitted: every event of `after` has happened, or
// its work was submitted before, to any stream. Then no work is queued before work that it waits
// for, and there is always some work that can run. Code that must wait for work submitted later
// uses an event without a stream (Event::allOf). Debug builds check this.
class Stream {
public:
  Stream();
  ~Stream(); // shutdown(Pending::Finish)
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Queues `work` after everything submitted before. If an event of `after` fails, the work does
  // not run, and its event has that error. After shutdown the event has FailedPrecondition.
  EventRef submit(Work work, std::vector<EventRef> after = {}, Wake wake = Wake::Now);

  // Does the same in two steps: other threads may wait for the event before the work, or the work
  // of `after`, is submitted.
  PreparedWork prepare(Work work, std::vector<EventRef> after = {});
  void submit(PreparedWork prepared, Wake wake = Wake::Now) noexcept;

  // Runs `work` now, on the calling thread, if nothing runs or is queued. Otherwise, or after
  // shutdown, returns nullopt. There is no event.
  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);

  // Returns an event that happens when everything submitted so far has ended. It has an error only
  // if it is itself cancelled.
  EventRef fence();
  // Waits for everything submitted so far.
  void synchronize();

  // Cancels everything submitted or prepared so far, without waiting for its end.
  void cancel();

  // Runs what is queued, or cancels it and the running piece, and waits for the running piece.
  // Later calls do nothing. If work of this stream calls it, it returns at once, and the stream's
  // thread does the rest.
  void shutdown(Pending pending);

private:
  std::shared_ptr<StreamQueue> queue_;
  const uint64_t forks_; // number of forks before it was made: a child has no such thread
};

} // namespace lz::runtime
