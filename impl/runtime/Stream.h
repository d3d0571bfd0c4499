// The order of work on a device: a queue that is run one piece after the other while the submitter
// goes on.
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

// Destroyed after it ran and before its event happens: who sees the event sees the memory freed
// that only the work held. Must not throw, and must not wait for events of the same stream: that is
// FailedPrecondition. Runs under the cancel flag of its event.
using Work = absl::AnyInvocable<Status()>;

enum class Wake : uint8_t {
  Now,    // the stream's thread starts at once
  OnWait, // the caller is about to wait for the event and will run the work itself: saves waking a
          // thread
};

enum class Pending : uint8_t { Finish, Cancel };

struct StreamItem {
  Work work;
  std::vector<EventRef> after;
  EventRef event;
  uint64_t cancels = 0;     // of the stream when it was prepared
  FloatMode callerMode{};   // of who prepared it, for functions of the caller
  bool runsAnyway = false;  // whatever became of `after`
  bool onSubmitter = false; // never on the stream's own thread
};

// Work with all the memory that its place in a queue takes, so that handing it over cannot fail.
// Whoever destroys it instead makes its event happen.
class PreparedWork {
public:
  PreparedWork() = default;
  PreparedWork(PreparedWork&&) noexcept = default;
  PreparedWork& operator=(PreparedWork&&) noexcept = default;

  const EventRef& event() const { return item_.front().event; }
  // As `after` of Stream::prepare.
  void runAfter(EventRef event);
  // The same, and to cancel this is to cancel the part.
  void gather(EventRef part);
  // Errors of what it runs after are the work's own business.
  void runAnyway() { item_.front().runsAnyway = true; }
  // Runs on the thread that submits it, before submit returns, or on one that waits for work of the
  // stream: never on a thread of the library. Submitted from a callback, or by work of the stream,
  // it does not run, and its event has FailedPrecondition.
  void runOnSubmitter() { item_.front().onSubmitter = true; }

private:
  friend class Stream;
  std::list<StreamItem> item_; // one, none when moved from
};

// Any thread.
//
// Nothing on a stream waits for what has not been submitted: every event of `after` has happened,
// or its work was submitted before, to whatever stream. Then nothing that waits is in front of what
// it waits for, and some piece of all queues can always run. Who wants to know of work that others
// are still to submit has an event of no stream (Event::allOf). Debug builds check it.
class Stream {
public:
  Stream();
  ~Stream(); // shutdown(Pending::Finish)
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Queues `work` behind everything submitted before. It does not run when an event of `after` has
  // failed: its event then has that error. After shutdown the event has FailedPrecondition.
  EventRef submit(Work work, std::vector<EventRef> after = {}, Wake wake = Wake::Now);

  // The same in two steps: the event is there, and may be waited for, before the work is submitted,
  // and before that of `after` is.
  PreparedWork prepare(Work work, std::vector<EventRef> after = {});
  void submit(PreparedWork prepared, Wake wake = Wake::Now) noexcept;

  // Runs `work` now, on the calling thread, where nothing is queued and nothing runs: without an
  // event that anybody could wait for. Nothing: something is, or the stream is shut down.
  std::optional<Status> tryRunHere(absl::FunctionRef<Status()> work);

  // An event that happens when everything submitted so far has ended; an error only when it is
  // cancelled itself.
  EventRef fence();
  // Waits for everything submitted so far.
  void synchronize();

  // Cancels everything submitted or prepared so far, and does not wait for its end.
  void cancel();

  // Runs what is queued, or cancels that and the piece that is running; waits for the latter. Later
  // calls do nothing. Called by work of this very stream it returns at once, and the rest happens
  // on the stream's thread.
  void shutdown(Pending pending);

private:
  std::shared_ptr<StreamQueue> queue_;
  const uint64_t forks_; // its thread is in this process only
};

} // namespace lz::runtime
