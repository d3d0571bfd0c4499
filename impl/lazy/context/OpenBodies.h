// The functions of a device that are being recorded. What a thread records between the begin and
// the end of one may be of its body, and runs when that does: not at a barrier.
#pragma once

#include "lazy/graph/Node.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace lz::lazy {

class OpenBodies {
public:
  // A function calls each once with its scope, which lives until `end`.
  void begin(const FunctionScope& scope);
  void end(const FunctionScope& scope);

  bool any() const { return count_.load(std::memory_order_relaxed) != 0; }
  // Takes out what threads have recorded since they began a function that is open. `roots` are of
  // before the call: who recorded one of them in a body had begun the function.
  void leaveOut(std::vector<Ref<Node>>& roots);

private:
  std::atomic<int64_t> count_{0};
  std::mutex mutex_;
  std::vector<const FunctionScope*> scopes_; // guarded by mutex_
};

} // namespace lz::lazy
