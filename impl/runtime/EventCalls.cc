#include "runtime/EventCalls.h"

#include <utility>

namespace lz::runtime {

// The delayed calls of this thread. The outermost CallLater of the thread owns them. A pointer has
// no destructor, so it is usable until the thread ends.
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
  for (auto it = calls.begin(); it != calls.end();) {
    auto call = it++;
    call->status = status;
    if (!call->owner)
      continue;
    call->function(status);
    calls.erase(call);
  }
  if (calls.empty())
    return;
  CallLater here;
  waiting->splice(waiting->end(), calls);
}

} // namespace lz::runtime
