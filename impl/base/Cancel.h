// Ends work early: a thread sets a flag, and the work checks it between pieces of less than a
// millisecond. A flag that is set stays set until the work has ended. The results of cancelled work
// are garbage and are never read.
#pragma once

#include <atomic>

namespace lz {

// Any thread or signal handler may set the flag.
using CancelFlag = std::atomic<bool>;

// Returns whether the flag is set. `flag` is nullptr for work that cannot be cancelled.
inline bool isSet(const CancelFlag* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

// Returns the flag of the work that this thread does now, or nullptr. In a loop of a ThreadPool,
// all threads use the caller's flag.
const CancelFlag* currentCancelFlag();
inline bool isCancelled() {
  return isSet(currentCancelFlag());
}

// While an object of this class lives, setting `flag` cancels the work of this thread. Scopes nest.
class CancelScope {
public:
  explicit CancelScope(const CancelFlag* flag);
  ~CancelScope();
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

private:
  const CancelFlag* const outer_;
};

} // namespace lz
