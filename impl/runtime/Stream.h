// A stream is the order of work on a device: a queue whose pieces run one after another,
// asynchronously to the submitter.
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

// A piece of work. It is destroyed after it has run and before its event happens. So memory that
// only the work holds is free when the event has happened. It must not throw. It runs under the
// cancel flag of its event. Waiting for events of its own stream fails with FailedPrecondition.
using Work = absl::AnyInvocable<Status()>;

enum class Wake : uint8_t {
  Now,    // wakes the stream's thread, which runs the work at once
  OnWait, // wakes no thread; the caller will wait, and runs the work itself
};

enum class Pending : uint8_t { Finish, Cancel };

struct StreamItem {
  Work work;
  std::vector<EventRef> after;
  EventRef event;
  uint64_t cancels = 0;     // number of cancellations of the stream before `prepare`
  FloatMode callerMode{};   // floating-point mode for functions of the caller
  bool runsAnyway = false;  // runs even if an event of `after` failed
  bool onSubmitter = false; // never runs on the stream's own thread
};

// Work together with the memory for its place in a queue, so that submitting it cannot fail. If the
// work is not submitted, its owner must make its event happen.
class PreparedWork {
public:
  PreparedWork() = default;
  PreparedWork(PreparedWork&&) noexcept = default;
  PreparedWork& operator=(PreparedWork&&) noexcept = default;

  const EventRef& event() const { return item_.front().event; }
  // Adds an event to the `after` of Stream::prepare.
  void runAfter(EventRef event);
  // Adds an event to `after`. Cancelling this work then cancels that event, too.
  void gather(EventRef part);
  // Makes the work run even if an event of `after` fails. The work handles that error itself.
  void runAnyway() { item_.front().runsAnyway = true; }
  // Makes the work run on the thread that submits it, before submit returns, or on a thread that
  // waits for work of the stream, but never on a thread of the library. If the work is submitted
  // from a callback or by work of the stream, it does not run, and its event has
  // FailedPrecondition.
  void runOnSubmitter() { item_.front().onSubmitter = true; }

private:
  friend class Stream;
  std::list<StreamItem> item_; // one item; none when moved from
};

// Any thread may call its functions.
//
// Work must not wait for work that has not been submitted. When it is submitted, each event of
// `after` must have happened, or the work of that event must have been submitted, to any stream.
// Then no work is queued before work that it waits for, and some work can always run. Debug builds
// check this. Code that must wait for work submitted later uses an event without a stream
// (Event::allOf).
class Stream {
public:
  Stream();
  ~Stream(); // calls shutdown(Pending::Finish)
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Queues `work` after all work submitted before. If an event of `after` fails, the work does not
  // run, and its event has that error. After shutdown, the event has FailedPrecondition.
  EventRef submit(Work work, std::vector<EventRef> after = {}, Wake wake = Wake::Now);

  // Prepares work that is submitted later. Other threads may wait for its event before the work, or
  // the work of `after`, is submitted.
  PreparedWork prepare(Work work, std::vector<EventRef> after = {});
  void submit(PreparedWork prepared, Wake wake = Wake::Now) noexcept;

  // Runs `work` now, on the calling thread, if nothing runs or is queued. Otherwise, or after
  // shutdown, returns nullopt. Makes no event.
  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);

  // Returns an event that happens when all work submitted so far has ended. It has an error only if
  // the event itself is cancelled.
  EventRef fence();
  // Waits for all work submitted so far.
  void synchronize();

  // Cancels all work submitted or prepared so far, without waiting for its end.
  void cancel();

  // Runs the queued work, or cancels it together with the running piece, and waits for the running
  // piece. Later calls do nothing. If work of this stream calls it, it returns at once, and the
  // stream's thread does the rest.
  void shutdown(Pending pending);

private:
  std::shared_ptr<StreamQueue> queue_;
  // The number of forks before the stream was made. A forked child process has no thread for it.
  const uint64_t forks_;
};

} // namespace lz::runtime
