#include "runtime/Event.h"

#include "runtime/Callback.h"
#include "runtime/StreamQueue.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lz::runtime {

EventRef Event::ready(Status status) {
  auto event = std::make_shared<Event>();
  event->set(std::move(status));
  return event;
}

void Event::set(Status status) {
  {
    std::lock_guard lock(mutex_);
    if (isReady())
      return;
    status_ = std::move(status);
    ready_.store(true, std::memory_order_release);
  }
  changed_.notify_all();
}

static Status mustNotWait() {
  return failedPrecondition(
      "[wait] a release callback, a host call, or other work of the device, must "
      "not wait for work: read or wait when it has returned");
}

Status Event::checkNotInCallback() {
  return inCallback() ? mustNotWait() : okStatus();
}

Status Event::checkMayWait() {
  auto queue = queue_.lock();
  if (!inCallback() && !(queue && queue->isRunningHere()))
    return okStatus();
  if (queue)
    queue->wakeThread();
  return mustNotWait();
}

Status Event::wait() {
  if (!isReady()) {
    LZ_RETURN_IF_ERROR(checkMayWait());
    if (auto queue = queue_.lock())
      queue->runUntil(*this);
  }
  return waitUntilReady();
}

Status Event::waitUntilReady() {
  if (!isReady()) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return isReady(); });
  }
  return status_;
}

// Does not run the work itself: that could take longer than the caller is willing to wait.
Status Event::wait(int64_t timeoutNs) {
  if (timeoutNs < 0)
    return wait();
  if (!isReady() && timeoutNs > 0) {
    LZ_RETURN_IF_ERROR(checkMayWait());
    waitAtMost(timeoutNs);
  }
  if (!isReady())
    return absl::DeadlineExceededError("[event] the work is still running: wait longer");
  return status_;
}

void Event::waitAtMost(int64_t timeoutNs) {
  if (auto queue = queue_.lock())
    queue->wakeThread();
  // The clock counts nanoseconds since boot in 63 bits: a year is for ever, and cannot overflow it.
  constexpr int64_t kYear = int64_t(365) * 24 * 3600 * 1'000'000'000;
  auto end = std::chrono::steady_clock::now() +
             std::chrono::nanoseconds(timeoutNs < kYear ? timeoutNs : kYear);
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, end, [this] { return isReady(); });
}

void Event::cancel() {
  for (const EventRef& part : parts_)
    part->cancel();
  // A gathering follows the part that still runs.
  if (!std::all_of(parts_.begin(), parts_.end(), [](const EventRef& p) { return p->isReady(); }))
    return;
  cancelled_.store(true, std::memory_order_relaxed);
  if (auto queue = queue_.lock())
    queue->cancel(*this);
}

} // namespace lz::runtime
