// A stream is a queue of work on a device. Pieces of work run one after another. The submitter does
// not wait for them.
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

// A piece of work. It must not throw. It runs under the cancel flag of its event. Inside of it,
// waiting for events of its own stream fails with FailedPrecondition. The piece is destroyed before
// its event happens. So memory that only the piece holds is free when the event happens.
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
  uint64_t cancels = 0;     // how often the stream had been cancelled at `prepare`
  FloatMode callerMode{};   // floating-point mode for functions of the caller
  bool runsAnyway = false;  // runs even if an event of `after` failed
  bool onSubmitter = false; // never runs on the stream's own thread
};

// A piece of work that can be submitted without failing, because its place in the queue is
// allocated. If it is not submitted, its owner must make its event happen.
class PreparedWork {
public:
  PreparedWork() = default;
  PreparedWork(PreparedWork&&) noexcept = default;
  PreparedWork& operator=(PreparedWork&&) noexcept = default;

  const EventRef& event() const { return item_.front().event; }
  // Makes the work run after the event, as if the event were in the `after` of Stream::prepare.
  void runAfter(EventRef event);
  // Makes the work run after `part`, as with runAfter. If the event of this work is cancelled,
  // `part` is cancelled, too.
  void gather(EventRef part);
  // Makes the work run even if an event of `after` fails. The work handles that error itself.
  void runAnyway() { item_.front().runsAnyway = true; }
  // Makes the work run on a thread of the caller, and never on the stream's own thread. It runs on
  // the thread that submits it, before `submit` returns, or on a thread that waits for work of the
  // stream. If the work is submitted from a callback or by work of the stream, it does not run, and
  // its event has FailedPrecondition.
  void runOnSubmitter() { item_.front().onSubmitter = true; }

private:
  friend class Stream;
  std::list<StreamItem> item_; // one item; none when moved from
};

// Any thread may call its functions.
//
// Work must not wait for work that is submitted later, to any stream. Otherwise all streams could
// wait. So when work is submitted, each event of `after` must have happened, or the work of the
// event must have been submitted already. Debug builds check this. To wait for work that is
// submitted later, use an event without a stream (Event::allOf).
class Stream {
public:
  Stream();
  ~Stream(); // calls shutdown(Pending::Finish)
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Queues `work` after all work submitted before. If an event of `after` fails, the work does not
  // run, and its event has that error. After shutdown, the event has FailedPrecondition.
  EventRef submit(Work work, std::vector<EventRef> after = {}, Wake wake = Wake::Now);

  // Prepares work that is submitted later. Threads can wait for its event before the work is
  // submitted. The work of `after` can be submitted later, too.
  PreparedWork prepare(Work work, std::vector<EventRef> after = {});
  void submit(PreparedWork prepared, Wake wake = Wake::Now) noexcept;

  // Runs `work` now, on the calling thread, and returns its status. If other work runs or is
  // queued, or after shutdown, returns nullopt instead.
  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);

  // Returns an event that happens when all work submitted so far has ended. Errors of this work are
  // not errors of the event.
  EventRef fence();
  // Waits for all work submitted so far.
  void synchronize();

  // Cancels all work submitted or prepared so far, without waiting for its end.
  void cancel();

  // Ends the stream. `pending` says whether queued work is run or cancelled. If it is cancelled,
  // the running piece is cancelled, too. Waits for the running piece, unless work of this stream
  // calls this function. In this case the stream's thread does the rest. Later calls do nothing.
  void shutdown(Pending pending);

private:
  std::shared_ptr<StreamQueue> queue_;
  // The number of forks before the stream was made. In a process that was forked later, the stream
  // has no thread.
  const uint64_t forks_;
};

} // namespace lz::runtime
