// The state that each thread has for itself, so that recording threads do not contend: its number,
// memory for nodes, known ops, and a count of handles. It is reached by one thread-local pointer.
#pragma once

#include "lazy/graph/KnownOps.h"
#include "lazy/graph/NodeMemory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lz::lazy {

struct alignas(64) ThreadState {
  // Unique among living threads. A new thread gets the least number that is free (KeptNumbers).
  size_t number = 0;
  FreeBlocks nodes; // only this thread uses this and the fields below
  KnownOps ops;
  // Number of handles made by threads of this number, minus those that they released.
  std::atomic<int64_t> handles{0};
};

// In a shared library, access to a thread-local variable costs a call, 2 ns. A pointer is small
// enough for the space that the C library reserves for libraries loaded late, so it can use this
// faster model.
extern constinit thread_local ThreadState* knownThreadState
    __attribute__((tls_model("initial-exec")));
ThreadState* findThreadState() noexcept;

// Returns the state of the calling thread, or nullptr if the thread is ending or out of memory.
inline ThreadState* threadState() noexcept {
  ThreadState* known = knownThreadState;
  return known ? known : findThreadState();
}

// While one lives, no new thread gets the number of a thread that lived since then. So a number
// tells who recorded something since this was made.
class KeptNumbers {
public:
  KeptNumbers();
  ~KeptNumbers();
  KeptNumbers(const KeptNumbers&) = delete;

private:
  const uint64_t made_;
};

// Adds to the number of handles in the process that have an owner.
void countHandles(int64_t change) noexcept;
int64_t liveHandles();

} // namespace lz::lazy
