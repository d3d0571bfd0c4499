#include "hlo/build/IdleContexts.h"

#include "hlo/build/Bridge.h"

namespace lz::hlo {
namespace {

constexpr size_t kMostIdle = 2; // a new context takes 0.5 MB
constexpr int64_t kMostBytes = int64_t(4) << 20;

} // namespace

IdleContexts::IdleContexts() {
  idle_.reserve(kMostIdle); // so that give() allocates nothing
}

UsedContext IdleContexts::take() {
  std::unique_lock lock(mutex_);
  if (idle_.empty()) {
    lock.unlock();
    return {makeContext()};
  }
  UsedContext used = std::move(idle_.back());
  idle_.pop_back();
  return used;
}

void IdleContexts::give(UsedContext used) noexcept {
  if (used.bytes >= kMostBytes)
    return;
  std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle)
    idle_.push_back(std::move(used));
}

std::shared_ptr<IdleContexts> idleContexts() {
  static std::mutex mutex;
  static std::weak_ptr<IdleContexts> all;
  std::lock_guard lock(mutex);
  std::shared_ptr<IdleContexts> held = all.lock();
  if (!held)
    all = held = std::make_shared<IdleContexts>();
  return held;
}

} // namespace lz::hlo
