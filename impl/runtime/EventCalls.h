// Calls functions when events happen.
#pragma once

#include "absl/functional/any_invocable.h"
#include "base/Status.h"

#include <list>

namespace lz::runtime {

// Is called with the status of the event. Must not throw.
using OnReady = absl::AnyInvocable<void(const Status&)>;

struct EventCall {
  OnReady function;
  const void* owner; // identifies the call for forget(), or nullptr
  Status status;     // the event's status, once it has happened
};
using EventCalls = std::list<EventCall>; // an empty list allocates nothing

// Calls the functions one after another. If a function makes another event happen on this thread,
// the functions of that event are called later, after the function has returned. So a chain of
// events does not recurse.
void callAll(EventCalls calls, const Status& status);

// Delays the functions of events while the thread holds a lock. If an event happens on this thread
// while this object lives, the destructor of this object calls the functions of the event.
class CallLater {
public:
  CallLater();
  ~CallLater();
  CallLater(const CallLater&) = delete;
  CallLater& operator=(const CallLater&) = delete;

private:
  EventCalls calls_;
  const bool isOutermost_;
};

} // namespace lz::runtime
