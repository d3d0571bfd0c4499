// The functions of a device that are being recorded, and by which threads. What these record while
// one is open may be of its body, and runs when that does: not at a barrier.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/graph/Node.h"
#include "lazy/graph/ThreadState.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

class OpenBodies {
public:
  // A function calls each once with its scope, which lives until `end`. The calling thread records
  // it.
  void begin(const FunctionScope& scope);
  void end(const FunctionScope& scope);
  // The calling thread records a parameter, or an op on what depends on one: it is one of those
  // that record the function, if that is open.
  void addRecorder(const FunctionScope& scope);

  bool any() const { return count_.load(std::memory_order_relaxed) != 0; }
  // Takes out what threads that record a function have recorded since that began. `roots` are of
  // before the call: who recorded one of them in a body had begun the function.
  void leaveOut(std::vector<Ref<Node>>& roots);

private:
  struct Open {
    const FunctionScope* scope;
    absl::InlinedVector<uint16_t, 4> threads;    // their numbers (Registry::numberOfThread),
    std::unique_ptr<KeptNumbers> numbersAreKept; // which are of no others until the function ends
  };
  bool mayHold(const Node& node) const; // a body; needs the mutex

  std::atomic<int64_t> count_{0};
  std::mutex mutex_;
  std::vector<Open> open_; // guarded by mutex_
};

} // namespace lz::lazy
