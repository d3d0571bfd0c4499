// The state that each thread has for itself, so that recording threads do not contend: its number,
// memory for nodes, known ops, and a count of handles. One thread-local pointer leads to it.
#pragma once

#include "lazy/graph/KnownOps.h"
#include "lazy/graph/NodeMemory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lz::lazy {

struct alignas(64) ThreadState {
  // Unique among living threads. A new thread gets the least free number that no KeptNumbers keeps.
  size_t number = 0;
  FreeBlocks nodes; // only this thread uses this and the fields below
  KnownOps ops;
  // Number of handles that threads with this number made, minus the handles that they released.
  std::atomic<int64_t> handles{0};
};

// In a shared library, the initial-exec model saves a call of 2 ns for each access to a
// thread-local variable. The model works for a single pointer, because the C library reserves a
// little space for libraries that are loaded late.
extern constinit thread_local ThreadState* knownThreadState
    __attribute__((tls_model("initial-exec")));
ThreadState* findThreadState() noexcept;

// Returns the state of the calling thread, or nullptr if the thread is ending or out of memory.
inline ThreadState* threadState() noexcept {
  ThreadState* known = knownThreadState;
  return known ? known : findThreadState();
}

// While a KeptNumbers lives, a thread that ends does not pass its number on to a new thread. So the
// number of a thread identifies what that thread recorded since the KeptNumbers was made.
class KeptNumbers {
public:
  KeptNumbers();
  ~KeptNumbers();
  KeptNumbers(const KeptNumbers&) = delete;

private:
  const uint64_t made_;
};

// Adds `change` to the number of handles in the process that have an owner.
void countHandles(int64_t change) noexcept;
int64_t liveHandles();

} // namespace lz::lazy
