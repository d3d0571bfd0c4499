// Ends work early. A thread sets a flag, which the work checks at least once per millisecond. The
// flag stays set until the work has ended. The results of cancelled work are never read.
#pragma once

#include <atomic>

namespace lz {

// Any thread or signal handler may set the flag.
using CancelFlag = std::atomic<bool>;

// Returns whether the flag is set. `flag` is nullptr for work that cannot be cancelled.
inline bool isSet(const CancelFlag* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

// Returns the cancel flag of the work that this thread does now, or nullptr. Within a loop of a
// ThreadPool, this is the flag of the thread that called the loop.
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
