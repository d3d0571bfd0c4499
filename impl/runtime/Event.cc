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

EventRef Event::promise(const Event* along) {
  auto event = std::make_shared<Event>(along ? along->queue_ : std::weak_ptr<StreamQueue>());
  event->isPromise_ = true;
  return event;
}

Status Event::firstErrorOfParts() const {
  for (const EventRef& part : parts_)
    LZ_RETURN_IF_ERROR(part->status());
  return okStatus();
}

EventRef Event::allOf(std::vector<EventRef> parts) {
  auto all = std::make_shared<Event>();
  all->parts_ = std::move(parts);
  // The count starts one above the number of parts, so that it cannot reach 0 before onReady has
  // been called for all parts.
  auto missing = std::make_shared<std::atomic<size_t>>(all->parts_.size() + 1);
  auto countDown = [all, missing](const Status&) {
    if (missing->fetch_sub(1, std::memory_order_acq_rel) == 1)
      all->set(all->firstErrorOfParts());
  };
  for (const EventRef& part : all->parts_)
    part->onReady(countDown);
  countDown(okStatus());
  return all;
}

bool Event::isUnderWay() const {
  if (isReady())
    return true;
  const bool isOfStream = !isPromise_ && !queue_.expired();
  return (!isOfStream || isSubmitted_.load(std::memory_order_acquire)) &&
         std::ranges::all_of(parts_, [](const EventRef& part) { return part->isUnderWay(); });
}

void Event::set(Status status) {
  EventCalls calls;
  {
    std::lock_guard lock(mutex_);
    if (isReady())
      return;
    status_ = status;
    ready_.store(true, std::memory_order_release);
    calls.swap(calls_);
  }
  changed_.notify_all();
  callAll(std::move(calls), status);
}

void Event::onReady(OnReady function, const void* owner) {
  EventCalls one;
  one.push_back({std::move(function), owner, okStatus()});
  {
    std::lock_guard lock(mutex_);
    if (!isReady())
      calls_.splice(calls_.end(), one);
  }
  if (!one.empty())
    return callAll(std::move(one), status_);
  if (auto queue = queue_.lock())
    queue->wakeThread();
}

void Event::forget(const void* owner) {
  EventCalls forgotten; // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  for (auto it = calls_.begin(); it != calls_.end();) {
    auto call = it++;
    if (call->owner == owner)
      forgotten.splice(forgotten.end(), calls_, call);
  }
}

static Status mustNotWait() {
  return failedPrecondition("[wait] this call would wait for work, but it runs inside a release "
                            "callback, the callback of an event, a host call or other work of the "
                            "device; read or wait after that function has returned");
}

Status Event::checkNotInCallback() {
  return inCallback() ? mustNotWait() : okStatus();
}

Status Event::checkMayWait() {
  auto queue = queue_.lock();
  if (inCallback() || (queue && queue->isRunningHere())) {
    if (queue)
      queue->wakeThread();
    return mustNotWait();
  }
  for (const EventRef& part : parts_)
    if (!part->isReady())
      LZ_RETURN_IF_ERROR(part->checkMayWait());
  return okStatus();
}

Status Event::wait() {
  if (!isReady()) {
    LZ_RETURN_IF_ERROR(checkMayWait());
    if (auto queue = queue_.lock())
      queue->runUntil(*this);
    else
      for (const EventRef& part : parts_)
        part->wait().IgnoreError();
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

// Does not run the work on this thread, since the work could take longer than the timeout.
Status Event::wait(int64_t timeoutNs) {
  if (timeoutNs < 0)
    return wait();
  if (!isReady() && timeoutNs > 0) {
    LZ_RETURN_IF_ERROR(checkMayWait());
    waitAtMost(timeoutNs);
  }
  if (!isReady())
    return absl::DeadlineExceededError(
        "[event] the timeout has passed, but the work is still running: wait longer");
  return status_;
}

void Event::waitAtMost(int64_t timeoutNs) {
  if (auto queue = queue_.lock())
    queue->wakeThread();
  auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(atMostYear(timeoutNs));
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, end, [this] { return isReady(); });
}

// This status is made when the process starts, because there may be no memory for it later.
static const Status& givenUp() {
  static const auto* status = new Status(absl::CancelledError("[event] the event was cancelled"));
  return *status;
}
[[maybe_unused]] static const bool givenUpIsMadeAtStart = !givenUp().ok();

void Event::cancel() {
  if (isPromise_) {
    if (claim())
      set(givenUp());
    return;
  }
  for (const EventRef& part : parts_)
    part->cancel();
  // If a part still runs, this event happens when that part ends.
  if (!std::all_of(parts_.begin(), parts_.end(), [](const EventRef& p) { return p->isReady(); }))
    return;
  cancelled_.store(true, std::memory_order_relaxed);
  if (auto queue = queue_.lock())
    queue->cancel(*this);
}

} // namespace lz::runtime
