// Ending work early: somebody sets a flag, and whoever does the work looks at it between pieces of
// less than a millisecond. What cancelled work has written is garbage, and nobody reads it: so a
// flag that was set stays set until the work has ended.
#pragma once

#include <atomic>

namespace lz {

// Any thread may set it, and a signal handler too.
using CancelFlag = std::atomic<bool>;

// `flag` may be nullptr: nobody can cancel that.
inline bool isSet(const CancelFlag* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

// The flag of the work that this thread does now, or nullptr. A loop of a ThreadPool gives its
// threads that of its caller.
const CancelFlag* currentCancelFlag();
inline bool isCancelled() {
  return isSet(currentCancelFlag());
}

// Until it ends, the work of this thread is under `flag`. Scopes nest.
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
