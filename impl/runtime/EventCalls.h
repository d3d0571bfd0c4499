// Functions that are called when an event happens.
#pragma once

#include "absl/functional/any_invocable.h"
#include "base/Status.h"

#include <list>

namespace lz::runtime {

// It gets the status of the event, and must not throw.
using OnReady = absl::AnyInvocable<void(const Status&)>;

struct EventCall {
  OnReady function;
  const void* owner; // a wait that is told at once and may take it back, or nullptr
  Status status;     // of the event, when it has happened
};
using EventCalls = std::list<EventCall>; // an empty one needs no memory

// Calls them one after the other. What events call that happen meanwhile on this thread follows
// when the function that is running has returned: a chain of events takes no stack.
void callAll(EventCalls calls, const Status& status);

// What events call that happen on this thread while this lives is called by its destructor: for
// code that holds a lock.
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
