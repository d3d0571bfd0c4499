#include "runtime/Stream.h"

#include "base/Process.h"
#include "runtime/StreamQueue.h"

#include <system_error>
#include <utility>

namespace lz::runtime {

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
  lock.unlock();
  runItem(std::move(item));
  lock.lock();
  turnTaken_ = false;
  runner_ = {};
  changed_.notify_all();
}

void StreamQueue::runItem(Item item) {
  Status status = okStatus();
  for (const EventRef& before : item.after)
    if (status = before->wait(); !status.ok())
      break;
  if (status.ok())
    status = item.work();
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

void StreamQueue::shutdown(Pending pending) {
  std::deque<Item> cancelled;
  std::thread thread;
  bool fromOwnWork = false;
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    if (pending == Pending::Cancel)
      std::swap(cancelled, items_);
    fromOwnWork = turnTaken_ && runner_ == std::this_thread::get_id();
    if (!items_.empty() && (fromOwnWork || thread_.joinable()) && startThread())
      awake_ = true;
    std::swap(thread, thread_);
  }
  changed_.notify_all();
  for (Item& item : cancelled) {
    item.work = nullptr;
    item.event->set(absl::CancelledError("[stream] the device was shut down before this work ran"));
  }
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

void Stream::synchronize() {
  fence()->wait().IgnoreError();
}

void Stream::shutdown(Pending pending) {
  if (forks_ == forkCount())
    queue_->shutdown(pending);
}

} // namespace lz::runtime
