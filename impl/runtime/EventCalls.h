// Functions that are called when events happen.
#pragma once

#include "absl/functional/any_invocable.h"
#include "base/Status.h"

#include <list>

namespace lz::runtime {

// Gets the status of the event. It must not throw.
using OnReady = absl::AnyInvocable<void(const Status&)>;

struct EventCall {
  OnReady function;
  const void* owner; // identifies the call for forget(), or nullptr
  Status status;     // of the event, once it has happened
};
using EventCalls = std::list<EventCall>; // an empty one needs no memory

// Calls the functions one after another. If another event happens on this thread meanwhile, its
// functions are called after the current one has returned, so that a chain of events does not
// recurse.
void callAll(EventCalls calls, const Status& status);

// Delays calls of functions while the thread holds a lock: if events happen on this thread while
// this object lives, its destructor calls their functions.
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
