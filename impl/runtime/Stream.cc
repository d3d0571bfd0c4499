#include "runtime/Stream.h"

#include "base/Exceptions.h"
#include "base/machine/Process.h"
#include "runtime/Callback.h"
#include "runtime/StreamQueue.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <utility>

namespace lz::runtime {

// These statuses are made when the process starts, because it is possible that there is no memory
// later.
static const Status& cancelledError() {
  static const auto* status =
      new Status(absl::CancelledError("[stream] the work was cancelled before it began"));
  return *status;
}
static const Status& afterShutdown() {
  static const auto* status =
      new Status(failedPrecondition("[stream] work was submitted after shutdown"));
  return *status;
}

static const Status& needsAnotherThread() {
  static const auto* status = new Status(
      failedPrecondition("[stream] a host call of this work runs only on threads of your program "
                         "(LZ_HOST_CALL_ON_PROGRAM_THREAD), but the work was submitted from a "
                         "callback or a host call: evaluate it after that function has returned"));
  return *status;
}

[[maybe_unused]] static const bool idleIsMadeAtStart =
    !cancelledError().ok() && !afterShutdown().ok() && !needsAnotherThread().ok();

// True on threads that streams have started.
static thread_local bool isStreamThread = false;

void StreamQueue::submit(std::list<StreamItem> item, Wake wake) noexcept {
  assert(
      std::ranges::all_of(item.front().after, [](const EventRef& e) { return e->isUnderWay(); }));
  EventRef event = item.front().event;
  const bool onSubmitter = item.front().onSubmitter, misplaced = onSubmitter && !mayRunHere();
  bool ownThread = !onSubmitter, refused = false, isFree = false;
  {
    std::lock_guard lock(mutex_);
    refused = !accepts(state_) || misplaced;
    if (item.front().cancels != cancels_)
      event->cancelled_.store(true, std::memory_order_relaxed);
    if (!refused) {
      event->isSubmitted_.store(true, std::memory_order_release);
      items_.splice(items_.end(), item);
    }
    if (!refused && wake == Wake::Now && !onSubmitter) {
      ownThread = startThread();
      state_ = woken(state_);
      isFree = !isTurnTaken(); // otherwise the thread that has the turn passes it on
    }
  }
  if (refused) {
    // All objects that the work holds are destroyed before its event happens.
    item.clear();
    event->set(misplaced ? needsAnotherThread() : afterShutdown());
  } else if (!ownThread) {
    runUntil(*event);
  } else if (isFree) {
    wanted_.notify_one();
  }
}

bool StreamQueue::mayRunHere() {
  return !isStreamThread && !inCallback() && !isRunningHere();
}

// Returns false if the system has no thread, or no memory for one. The submitter then runs the
// work.
bool StreamQueue::startThread() noexcept {
  if (thread_.joinable())
    return true;
  try {
    thread_ = Thread("lazuli-stream", [self = shared_from_this()] { self->threadMain(); }, &cpus_);
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

void StreamQueue::threadMain() {
  isStreamThread = true;
  std::unique_lock lock(mutex_);
  // Skips work that only threads of the program may run. The thread that submits such work is about
  // to run it.
  auto mayRun = [this] {
    return isAwake(state_) && !isTurnTaken() && (items_.empty() || !items_.front().onSubmitter);
  };
  for (;;) {
    wanted_.wait(lock, [&] { return mayRun() || (!accepts(state_) && items_.empty()); });
    if (items_.empty() && !accepts(state_))
      return;
    do {
      if (!items_.empty())
        runFront(lock);
      if (items_.empty())
        state_ = emptied(state_);
    } while (mayRun());
    turnFree_.notify_all();
  }
}

void StreamQueue::runUntil(const Event& event) {
  std::unique_lock lock(mutex_);
  bool ran = false;
  while (!event.isReady()) {
    if (isTurnTaken()) {
      // Work that waits for its own stream has the turn itself, so waiting for the turn would never
      // end. Instead such work waits for the event, as for an event of another stream.
      if (runner_ == std::this_thread::get_id())
        return;
      waitForTurn(lock, event);
      continue;
    }
    if (items_.empty())
      break;
    runFront(lock);
    ran = true;
  }
  if (ran && !isTurnTaken())
    passTurnOn();
}

void StreamQueue::waitForTurn(std::unique_lock<std::mutex>& lock, const Event& event) {
  Waiter self{event, waiters_};
  waiters_ = &self;
  turnFree_.wait(lock, [&] { return !isTurnTaken() || event.isReady(); });
  Waiter** link = &waiters_;
  while (*link != &self)
    link = &(*link)->next;
  *link = self.next;
}

void StreamQueue::runFront(std::unique_lock<std::mutex>& lock) {
  std::list<StreamItem> item;
  item.splice(item.begin(), items_, items_.begin());
  takeTurn(item.front().event);
  lock.unlock();
  runItem(item.front());
  item.clear();
  lock.lock();
  giveTurnBack();
}

std::optional<Status> StreamQueue::tryRunHere(absl::FunctionRef<Status()> work) {
  Event event; // only running_ refers to it, while the turn is taken
  {
    std::lock_guard lock(mutex_);
    if (isTurnTaken() || !accepts(state_) || !items_.empty())
      return std::nullopt;
    takeTurn(EventRef(EventRef(), &event));
  }
  Status status = caught([&]() -> Status {
    CancelScope scope(event.cancelFlag());
    return work();
  });
  std::lock_guard lock(mutex_);
  giveTurnBack();
  passTurnOn();
  return status;
}

void StreamQueue::takeTurn(EventRef event) {
  runner_ = std::this_thread::get_id();
  running_ = std::move(event);
}

void StreamQueue::giveTurnBack() {
  runner_ = {};
  running_.reset();
  if (items_.empty())
    state_ = emptied(state_);
  for (const Waiter* waiter = waiters_; waiter; waiter = waiter->next)
    if (waiter->event.isReady())
      return turnFree_.notify_all();
}

void StreamQueue::passTurnOn() {
  turnFree_.notify_all();
  if (state_ != QueueState::Asleep)
    wanted_.notify_one();
}

// Waits for an event that work needs. It is possible that an event of another stream never happens,
// so the wait regularly checks whether the work has been cancelled.
Status StreamQueue::waitFor(Event& before, const CancelFlag* cancel) {
  constexpr int64_t kLookNs = 10'000'000;
  while (!before.isReady()) {
    if (isSet(cancel))
      return cancelledError();
    before.waitAtMost(kLookNs);
  }
  return before.status();
}

void StreamQueue::runItem(StreamItem& item) {
  OwnFloatMode mode(item.callerMode);
  // The event must happen whether the work succeeds or not, since other threads wait for it.
  Status status = caught([&]() -> Status {
    const CancelFlag* cancel = item.event->cancelFlag();
    if (isSet(cancel))
      return cancelledError();
    for (const EventRef& before : item.after)
      if (Status failed = waitFor(*before, cancel);
          !failed.ok() && (!item.runsAnyway || isSet(cancel)))
        return failed;
    CancelScope scope(cancel);
    return item.work();
  });
  item.work = nullptr;
  item.after.clear();
  item.event->set(std::move(status));
}

bool StreamQueue::isRunningHere() {
  std::lock_guard lock(mutex_);
  return runner_ == std::this_thread::get_id();
}

void StreamQueue::wakeThread() {
  {
    std::lock_guard lock(mutex_);
    if (items_.empty() || !accepts(state_) || !startThread())
      return;
    state_ = woken(state_);
    if (isTurnTaken()) // the thread that has the turn passes it on
      return;
  }
  wanted_.notify_one();
}

void StreamQueue::cancel(const Event& event) {
  std::list<StreamItem> cancelled;
  {
    std::lock_guard lock(mutex_);
    auto it = std::find_if(items_.begin(), items_.end(),
                           [&](const StreamItem& item) { return item.event.get() == &event; });
    if (it == items_.end())
      return;
    cancelled.splice(cancelled.begin(), items_, it);
  }
  endCancelled(std::move(cancelled));
}

void StreamQueue::cancelAll() {
  std::list<StreamItem> cancelled;
  {
    std::lock_guard lock(mutex_);
    ++cancels_;
    cancelled = takeAll();
  }
  endCancelled(std::move(cancelled));
}

std::list<StreamItem> StreamQueue::takeAll() {
  if (running_)
    running_->cancelled_.store(true, std::memory_order_relaxed);
  std::list<StreamItem> all;
  all.swap(items_);
  return all;
}

void StreamQueue::endCancelled(std::list<StreamItem> items) {
  for (StreamItem& item : items) {
    item.work = nullptr;
    item.event->set(cancelledError());
  }
  // It is possible that other threads have checked their event and not yet begun to wait for the
  // turn. They hold the mutex until they wait. So this thread first takes the mutex, and then
  // notify_all reaches them.
  {
    std::lock_guard lock(mutex_);
  }
  turnFree_.notify_all();
  wanted_.notify_one();
}

void StreamQueue::shutdown(Pending pending) {
  std::list<StreamItem> cancelled;
  Thread thread;
  bool fromOwnWork = false;
  {
    std::unique_lock lock(mutex_);
    state_ = shutDown(state_);
    if (pending == Pending::Cancel)
      cancelled = takeAll();
    fromOwnWork = runner_ == std::this_thread::get_id();
    if (!items_.empty() && (fromOwnWork || thread_.joinable()) && startThread())
      state_ = woken(state_);
    std::swap(thread, thread_);
  }
  endCancelled(std::move(cancelled)); // wakes all threads that wait
  if (fromOwnWork)
    return thread.detach();
  thread.join();
  std::unique_lock lock(mutex_);
  for (;;) {
    turnFree_.wait(lock, [this] { return !isTurnTaken(); });
    if (items_.empty())
      return passTurnOn();
    runFront(lock);
  }
}

void PreparedWork::runAfter(EventRef event) {
  if (auto& after = item_.front().after; after.empty() || after.back() != event)
    after.push_back(std::move(event));
}

void PreparedWork::gather(EventRef part) {
  event()->parts_.push_back(part);
  runAfter(std::move(part));
}

Stream::Stream() : queue_(std::make_shared<StreamQueue>()), forks_(forkCount()) {
  afterShutdown(), cancelledError(), needsAnotherThread();
}

Stream::~Stream() {
  shutdown(Pending::Finish);
  if (forks_ != forkCount())
    abandon(std::move(queue_));
}

EventRef Stream::submit(Work work, std::vector<EventRef> after, Wake wake) {
  PreparedWork prepared = prepare(std::move(work), std::move(after));
  EventRef event = prepared.event();
  submit(std::move(prepared), wake);
  return event;
}

PreparedWork Stream::prepare(Work work, std::vector<EventRef> after) {
  PreparedWork prepared;
  auto event = std::make_shared<Event>(std::weak_ptr(queue_));
  prepared.item_.push_back(
      {std::move(work), std::move(after), std::move(event), queue_->cancels(), callerFloatMode()});
  return prepared;
}

void Stream::submit(PreparedWork prepared, Wake wake) noexcept {
  queue_->submit(std::move(prepared.item_), wake);
}

EventRef Stream::fence() {
  return submit([] { return okStatus(); }, {}, Wake::OnWait);
}

std::optional<Status> Stream::tryRunHere(absl::FunctionRef<Status()> work) {
  return queue_->tryRunHere(work);
}

void Stream::cancel() {
  if (forks_ == forkCount())
    queue_->cancelAll();
}

void Stream::synchronize() {
  fence()->wait().IgnoreError();
}

void Stream::shutdown(Pending pending) {
  if (forks_ == forkCount())
    queue_->shutdown(pending);
}

} // namespace lz::runtime
