#include "runtime/EventCalls.h"

#include <utility>

namespace lz::runtime {

// Of the outermost CallLater of this thread. A pointer, so that it is there until the thread ends.
static thread_local EventCalls* waiting = nullptr;

CallLater::CallLater() : isOutermost_(!waiting) {
  if (isOutermost_)
    waiting = &calls_;
}

CallLater::~CallLater() {
  if (!isOutermost_)
    return;
  while (!calls_.empty()) {
    EventCalls one;
    one.splice(one.begin(), calls_, calls_.begin());
    one.front().function(one.front().status);
  }
  waiting = nullptr;
}

void callAll(EventCalls calls, const Status& status) {
  if (calls.empty())
    return;
  for (EventCall& call : calls)
    call.status = status;
  CallLater here;
  waiting->splice(waiting->end(), calls);
}

} // namespace lz::runtime
