// The functions of a device that are being recorded, and the threads that record them. Ops that
// these threads record meanwhile can belong to a body, so a barrier must not run them.
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
  // Each function calls begin() and end() once, with its scope, which must live until end(). The
  // calling thread counts as recording the function.
  void begin(const FunctionScope& scope);
  void end(const FunctionScope& scope);
  // Called when a thread records a parameter, or an op that depends on one. If the function is
  // open, the thread then counts as recording it.
  void addRecorder(const FunctionScope& scope);

  bool any() const { return count_.load(std::memory_order_relaxed) != 0; }
  // Removes from `roots` the nodes that threads recorded since they began an open function. `roots`
  // were collected before this call, so every function that they can belong to has begun.
  void leaveOut(std::vector<Ref<Node>>& roots);

private:
  struct Open {
    const FunctionScope* scope;
    absl::InlinedVector<uint16_t, 4> threads; // the recording threads, by numberOfThread
    // If one of `threads` ends, no new thread gets the number of that thread before the function
    // ends.
    std::unique_ptr<KeptNumbers> numbersAreKept;
  };
  // Returns true if the node is possibly part of a body. Call it with mutex_ held.
  bool mayHold(const Node& node) const;

  std::atomic<int64_t> count_{0};
  std::mutex mutex_;
  std::vector<Open> open_; // guarded by mutex_
};

} // namespace lz::lazy
