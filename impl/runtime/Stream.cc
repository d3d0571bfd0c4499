#include "runtime/Stream.h"

#include "base/Process.h"
#include "runtime/StreamQueue.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace lz::runtime {

static Status cancelledError() {
  return absl::CancelledError("[stream] the work was cancelled before it began");
}

EventRef StreamQueue::submit(Work work, std::vector<EventRef> after, Wake wake) {
  auto event = std::make_shared<Event>(weak_from_this());
  bool ownThread = true;
  {
    std::lock_guard lock(mutex_);
    if (stopping_)
      return Event::ready(failedPrecondition("[stream] work was submitted after shutdown"));
    items_.push_back({std::move(work), std::move(after), event});
    if (wake == Wake::Now) {
      ownThread = startThread();
      awake_ = true;
    }
  }
  if (wake == Wake::OnWait)
    return event;
  if (ownThread)
    changed_.notify_all();
  else
    event->wait().IgnoreError();
  return event;
}

// False when the system refuses a thread: the submitter then runs the work.
bool StreamQueue::startThread() {
  if (thread_.joinable())
    return true;
  try {
    thread_ = std::thread([self = shared_from_this()] { self->threadMain(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void StreamQueue::threadMain() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock,
                  [this] { return (awake_ && !turnTaken_) || (stopping_ && items_.empty()); });
    if (items_.empty() && stopping_)
      return;
    if (!items_.empty())
      runFront(lock);
    awake_ = !items_.empty();
  }
}

void StreamQueue::runUntil(const Event& event) {
  std::unique_lock lock(mutex_);
  // Work that waits for its own stream, on whatever thread it runs: its turn is taken, and waiting
  // for it would never end. The event is waited for as any other's would be.
  while (!event.isReady()) {
    if (turnTaken_) {
      if (runner_ == std::this_thread::get_id())
        return;
      changed_.wait(lock, [&] { return !turnTaken_ || event.isReady(); });
      continue;
    }
    if (items_.empty())
      return;
    runFront(lock);
  }
}

void StreamQueue::runFront(std::unique_lock<std::mutex>& lock) {
  Item item = std::move(items_.front());
  items_.pop_front();
  turnTaken_ = true;
  runner_ = std::this_thread::get_id();
  running_ = item.event;
  lock.unlock();
  runItem(std::move(item));
  lock.lock();
  turnTaken_ = false;
  runner_ = {};
  running_.reset();
  changed_.notify_all();
}

// Waits for an event that work needs. That of another stream may take for ever, so it is looked at
// every now and then whether the work is wanted still.
static Status waitFor(Event& before, const CancelFlag* cancel) {
  constexpr int64_t kLookNs = 10'000'000;
  while (!before.isReady()) {
    if (isSet(cancel))
      return cancelledError();
    before.wait(kLookNs).IgnoreError();
  }
  return before.status();
}

void StreamQueue::runItem(Item item) {
  const CancelFlag* cancel = item.event->cancelFlag();
  Status status = isSet(cancel) ? cancelledError() : okStatus();
  for (size_t i = 0; status.ok() && i < item.after.size(); ++i)
    status = waitFor(*item.after[i], cancel);
  if (status.ok()) {
    CancelScope scope(cancel);
    status = item.work();
  }
  item.work = nullptr;
  item.after.clear();
  item.event->set(std::move(status));
}

void StreamQueue::wakeThread() {
  {
    std::lock_guard lock(mutex_);
    if (items_.empty() || stopping_ || !startThread())
      return;
    awake_ = true;
  }
  changed_.notify_all();
}

void StreamQueue::cancel(const Event& event) {
  std::deque<Item> cancelled;
  {
    std::lock_guard lock(mutex_);
    auto it = std::find_if(items_.begin(), items_.end(),
                           [&](const Item& item) { return item.event.get() == &event; });
    if (it == items_.end())
      return;
    cancelled.push_back(std::move(*it));
    items_.erase(it);
  }
  endCancelled(std::move(cancelled));
}

void StreamQueue::cancelAll() {
  std::deque<Item> cancelled;
  {
    std::lock_guard lock(mutex_);
    ++cancels_;
    cancelled = takeAll();
  }
  endCancelled(std::move(cancelled));
}

std::deque<StreamQueue::Item> StreamQueue::takeAll() {
  if (running_)
    running_->cancelled_.store(true, std::memory_order_relaxed);
  return std::exchange(items_, {});
}

void StreamQueue::endCancelled(std::deque<Item> items) {
  for (Item& item : items) {
    item.work = nullptr;
    item.event->set(cancelledError());
  }
  // A thread that waits for the turn has looked at its event with the mutex held.
  {
    std::lock_guard lock(mutex_);
  }
  changed_.notify_all();
}

void StreamQueue::shutdown(Pending pending) {
  std::deque<Item> cancelled;
  std::thread thread;
  bool fromOwnWork = false;
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    if (pending == Pending::Cancel)
      cancelled = takeAll();
    fromOwnWork = turnTaken_ && runner_ == std::this_thread::get_id();
    if (!items_.empty() && (fromOwnWork || thread_.joinable()) && startThread())
      awake_ = true;
    std::swap(thread, thread_);
  }
  changed_.notify_all();
  endCancelled(std::move(cancelled));
  if (fromOwnWork) {
    if (thread.joinable())
      thread.detach();
    return;
  }
  if (thread.joinable())
    thread.join();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !turnTaken_; });
    if (items_.empty())
      return;
    runFront(lock);
  }
}

Stream::Stream() : queue_(std::make_shared<StreamQueue>()), forks_(forkCount()) {}

Stream::~Stream() {
  shutdown(Pending::Finish);
  if (forks_ != forkCount())
    abandon(std::move(queue_));
}

EventRef Stream::submit(Work work, std::vector<EventRef> after, Wake wake) {
  return queue_->submit(std::move(work), std::move(after), wake);
}

EventRef Stream::fence() {
  return queue_->submit([] { return okStatus(); }, {}, Wake::OnWait);
}

EventRef Stream::gather(std::vector<EventRef> parts) {
  EventRef event = queue_->submit([] { return okStatus(); }, parts, Wake::OnWait);
  event->parts_ = std::move(parts);
  return event;
}

void Stream::cancel() {
  if (forks_ == forkCount())
    queue_->cancelAll();
}

uint64_t Stream::cancels() const {
  return queue_->cancels();
}

void Stream::synchronize() {
  fence()->wait().IgnoreError();
}

void Stream::shutdown(Pending pending) {
  if (forks_ == forkCount())
    queue_->shutdown(pending);
}

} // namespace lz::runtime
