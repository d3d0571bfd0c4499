// Ends work early: a thread sets a flag, and the work checks it between pieces of less than a
// millisecond. The results of cancelled work are garbage and are never read, so a flag that was set
// stays set until the work has ended.
#pragma once

#include <atomic>

namespace lz {

// Any thread may set it, and so may a signal handler.
using CancelFlag = std::atomic<bool>;

// `flag` may be nullptr, for work that cannot be cancelled.
inline bool isSet(const CancelFlag* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

// The flag of the work that this thread does now, or nullptr. In a loop of a ThreadPool all threads
// have the flag of the caller.
const CancelFlag* currentCancelFlag();
inline bool isCancelled() {
  return isSet(currentCancelFlag());
}

// While it lives, the work of this thread is under `flag`. Scopes nest.
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
