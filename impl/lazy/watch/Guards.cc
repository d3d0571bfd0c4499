#include "lazy/watch/Guards.h"

#include <utility>

namespace lz::lazy {
namespace {

std::string nameOf(const Guards::Guard& guard) {
  return guard.place.empty() ? "a guard" : absl::StrCat("the guard of ", guard.place);
}

} // namespace

std::shared_ptr<const Guards::Guard> Guards::begin(GuardLimits limits, std::string place) {
  std::shared_ptr<Guard> guard(new Guard{limits, std::move(place)}, [this](Guard* ended) {
    end(*ended);
    delete ended;
  });
  std::lock_guard lock(mutex_);
  guards_.push_back(guard.get());
  count_.store(guards_.size(), std::memory_order_relaxed);
  return guard;
}

void Guards::end(const Guard& guard) {
  std::lock_guard lock(mutex_);
  std::erase(guards_, &guard);
  count_.store(guards_.size(), std::memory_order_relaxed);
}

Status Guards::checkAllowed(bool GuardLimits::* forbids, const char* name,
                            absl::FunctionRef<std::string()> what) const {
  if (areNone())
    return okStatus();
  std::lock_guard lock(mutex_);
  for (const Guard* guard : guards_)
    if (guard->limits.*forbids)
      return failedPrecondition("[guard] ", what(), ", but ", nameOf(*guard), " allows no ", name);
  return okStatus();
}

Status Guards::checkExecution(absl::FunctionRef<std::string()> what) const {
  return checkAllowed(&GuardLimits::noExecution, "execution", what);
}
Status Guards::checkSync(absl::FunctionRef<std::string()> what) const {
  return checkAllowed(&GuardLimits::noSync, "waiting", what);
}

Status Guards::checkCompile(const std::string& why) const {
  if (areNone())
    return okStatus();
  std::lock_guard lock(mutex_);
  for (const Guard* guard : guards_)
    if (guard->limits.maxCompiles && guard->compiles >= *guard->limits.maxCompiles)
      return failedPrecondition("[guard] compilation ", guard->compiles + 1, " would begin, but ",
                                nameOf(*guard), " allows ", *guard->limits.maxCompiles, ": ", why);
  return okStatus();
}

void Guards::countCompile() {
  if (areNone())
    return;
  std::lock_guard lock(mutex_);
  for (Guard* guard : guards_)
    ++guard->compiles;
}

} // namespace lz::lazy
