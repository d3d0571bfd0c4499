#include "Counts.h"
#include "Handles.h"
#include "runtime/Callback.h"
#include "runtime/WaitForEvents.h"

#include <vector>

using namespace lz;
using namespace lz::capi;

// Returns the status of the tensor if the event belongs to a tensor. Otherwise returns `ofWork`,
// the status of the work. The event must have happened.
static Status resultOf(const runtime::EventRef& outcome, const Status& ofWork) {
  return outcome && outcome->isReady() ? outcome->status() : ofWork;
}

lz_status* lz_event_create(lz_event** out_event) {
  return guarded("lz_event_create", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_event, "out_event"));
    *out_event = nullptr;
    *out_event = make<lz_event>(runtime::Event::promise(), nullptr, /*isPrograms=*/true);
    return okStatus();
  });
}

lz_status* lz_event_set(lz_event* event, const lz_status* status) {
  return guarded("lz_event_set", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(event, "event"));
    if (status)
      LZ_RETURN_IF_ERROR(check(status, "status"));
    if (!event->isPrograms)
      return failedPrecondition(
          "the library sets this event itself: pass an event of lz_event_create");
    runtime::EventRef promise = event->event; // a callback may release the handle
    Status given = fromC(status);
    if (!promise->claim())
      return failedPrecondition("the event was already set or cancelled; create another event");
    promise->set(std::move(given));
    return okStatus();
  });
}

// The thread that runs the work may release the handle during the wait. So the wait has references
// of its own to the events.
lz_status* lz_event_wait(lz_event* event, int64_t timeout_ns) {
  return guarded("lz_event_wait", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(event, "event"));
    runtime::EventRef work = event->event, outcome = event->outcome;
    Status status = work->wait(timeout_ns);
    return work->isReady() ? resultOf(outcome, work->status()) : status;
  });
}

// If `any`, returns the status of the first event in the list that has happened. If not `any`,
// returns the first error in the order of the list. Sets `index` to the index of the event that has
// this status. If no event has happened (`any`), or if no event has an error (not `any`), returns
// OK and does not change `index`.
static Status resultOfSeveral(absl::Span<const runtime::EventRef> work,
                              absl::Span<const runtime::EventRef> outcomes, bool any,
                              size_t& index) {
  for (size_t i = 0; i < work.size(); ++i) {
    if (!work[i]->isReady())
      continue;
    Status status = resultOf(outcomes[i], work[i]->status());
    if (!any && status.ok())
      continue;
    index = i;
    return status;
  }
  return okStatus();
}

lz_status* lz_events_wait(lz_event* const* events, size_t num_events, lz_wait_mode mode,
                          int64_t timeout_ns, size_t* out_index) {
  return guarded("lz_events_wait", [&]() -> Status {
    size_t unused = 0, &index = out_index ? *out_index : unused;
    index = 0;
    LZ_RETURN_IF_ERROR(checkCount(events, num_events, kMaxTensors, "events"));
    if (mode != LZ_WAIT_ALL && mode != LZ_WAIT_ANY)
      return invalidArgument("mode is ", mode, "; use LZ_WAIT_ALL or LZ_WAIT_ANY");
    if (mode == LZ_WAIT_ANY && num_events == 0)
      return invalidArgument("num_events is 0, so LZ_WAIT_ANY would never end; use LZ_WAIT_ALL");
    std::vector<runtime::EventRef> work, outcomes;
    for (size_t i = 0; i < num_events; ++i) {
      LZ_RETURN_IF_ERROR(check(events[i], "an event"));
      work.push_back(events[i]->event);
      outcomes.push_back(events[i]->outcome);
    }
    bool any = mode == LZ_WAIT_ANY;
    index = num_events;
    Status waited =
        any ? runtime::waitForAny(work, timeout_ns) : runtime::waitForAll(work, timeout_ns);
    LZ_RETURN_IF_ERROR(waited);
    return resultOfSeveral(work, outcomes, any, index);
  });
}

lz_status* lz_event_is_ready(lz_event* event, int32_t* out_ready) {
  return guarded("lz_event_is_ready", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_ready, "out_ready"));
    *out_ready = 0;
    LZ_RETURN_IF_ERROR(check(event, "event"));
    *out_ready = event->event->isReady();
    return okStatus();
  });
}

// Calls the function with the status. Does not throw. If there is no memory for a status, it passes
// the status that was allocated when the library was loaded.
static void callBack(lz_event_fn function, void* user, const Status& status) noexcept {
  lz_status* given = guarded("lz_event_on_ready", [&] { return status; });
  {
    runtime::CallbackScope scope;
    function(user, given);
  }
  release(given);
}

lz_status* lz_event_on_ready(lz_event* event, lz_event_fn function, void* user) {
  return guarded("lz_event_on_ready", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(event, "event"));
    if (!function)
      return invalidArgument("function is NULL; pass the function to call");
    // The callback may release the handle.
    runtime::EventRef work = event->event;
    work->onReady([function, user, outcome = event->outcome](const Status& ofWork) {
      callBack(function, user, resultOf(outcome, ofWork));
    });
    return okStatus();
  });
}

lz_status* lz_event_cancel(lz_event* event) {
  return guarded("lz_event_cancel", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(event, "event"));
    runtime::EventRef work = event->event; // a callback may release the handle
    work->cancel();
    return okStatus();
  });
}

void lz_event_retain(lz_event* event) {
  retain(event);
}
void lz_event_release(lz_event* event) {
  release(event);
}
