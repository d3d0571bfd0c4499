#include "runtime/WaitForEvents.h"

#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"

#include <algorithm>
#include <chrono>

namespace lz::runtime {

using Clock = std::chrono::steady_clock;

static bool isReady(const EventRef& event) {
  return event->isReady();
}

static int64_t leftUntil(Clock::time_point end) {
  auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now()).count();
  return std::max<int64_t>(left, 0);
}

Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs) {
  const bool forever = timeoutNs < 0;
  auto end = Clock::now() + std::chrono::nanoseconds(forever ? 0 : atMostYear(timeoutNs));
  for (const EventRef& event : events)
    if (Status status = event->wait(forever ? -1 : leftUntil(end)); !event->isReady())
      return status;
  return okStatus();
}

namespace {

// A gate for a thread that waits for any of several events. The first event that happens opens the
// gate. Each event holds a reference to the gate.
class Gate {
public:
  void open() {
    {
      std::lock_guard lock(mutex_);
      isOpen_ = true;
    }
    opened_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return isOpen_; });
  }
  void wait(int64_t timeoutNs) {
    std::unique_lock lock(mutex_);
    opened_.wait_for(lock, std::chrono::nanoseconds(atMostYear(timeoutNs)),
                     [this] { return isOpen_; });
  }

private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool isOpen_ = false;
};

} // namespace

Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs) {
  if (absl::c_any_of(events, isReady))
    return okStatus();
  if (timeoutNs == 0)
    return events.front()->wait(0);
  for (const EventRef& event : events)
    LZ_RETURN_IF_ERROR(event->checkMayWait());
  auto gate = std::make_shared<Gate>();
  auto forget = absl::MakeCleanup([&] {
    for (const EventRef& event : events)
      event->forget(gate.get());
  });
  for (const EventRef& event : events)
    event->onReady([gate](const Status&) { gate->open(); }, gate.get());
  if (timeoutNs < 0)
    gate->wait();
  else
    gate->wait(timeoutNs);
  return absl::c_any_of(events, isReady) ? okStatus() : events.front()->wait(0);
}

} // namespace lz::runtime
