#include "lazy/graph/Producer.h"

#include <utility>

namespace lz::lazy {

void Producer::setWork(runtime::PreparedWork work) {
  work_ = std::move(work);
  event_ = work_.event();
}

void Producer::follow(const std::shared_ptr<Producer>& other, Follows how) {
  assert(isOpen());
  if (other->event_->isReady() && (how != Follows::Part || other->event_->status().ok()))
    return;
  if (how == Follows::Values)
    work_.runAfter(other->event_);
  if (how == Follows::Part)
    work_.gather(other->event_);
  missing_.fetch_add(1, std::memory_order_relaxed);
  if (!other->addFollower(shared_from_this()))
    missing_.fetch_sub(1, std::memory_order_relaxed);
}

// Returns false if the follower does not have to wait. A follower with several inputs from one
// producer is listed once, because such inputs are mostly consecutive.
bool Producer::addFollower(const std::shared_ptr<Producer>& follower) {
  std::lock_guard lock(mutex_);
  if (isSettled() || (!followers_.empty() && followers_.back() == follower))
    return false;
  followers_.push_back(follower);
  return true;
}

void Producer::submitWork(runtime::Wake wake) noexcept {
  become(ProducerState::Submitted);
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    handOver(shared_from_this(), wake);
}

void Producer::failWork(Status status) noexcept {
  assert(isOpen());
  // Drops the work first, because donated inputs must be returned to the caller before the event
  // happens.
  std::exchange(work_, {});
  event_->set(std::move(status));
  handOver(settle(nullptr), runtime::Wake::Now);
}

// Uses a loop instead of recursion, because a chain of thousands of programs can wait for one
// compilation. `wake` applies only to the first producer. Its followers use Wake::Now, because a
// thread that waits for a follower can be asleep already.
void Producer::handOver(std::shared_ptr<Producer> first, runtime::Wake wake) noexcept {
  while (first) {
    std::shared_ptr<Producer> one = std::exchange(first, std::move(first->next_));
    std::shared_ptr<runtime::Device> device = one->device_; // kept until submit returns
    device->stream().submit(std::move(one->work_), std::exchange(wake, runtime::Wake::Now));
    first = one->settle(std::move(first));
  }
}

std::shared_ptr<Producer> Producer::settle(std::shared_ptr<Producer> rest) noexcept {
  std::vector<std::shared_ptr<Producer>> followers;
  {
    std::lock_guard lock(mutex_);
    become(ProducerState::Settled);
    followers.swap(followers_);
  }
  for (size_t i = followers.size(); i-- > 0;)
    if (followers[i]->missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      followers[i]->next_ = std::move(rest);
      rest = std::move(followers[i]);
    }
  return rest;
}

} // namespace lz::lazy
