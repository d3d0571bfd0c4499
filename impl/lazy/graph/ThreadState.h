// What each thread has for itself, so that recording threads do not meet: its number, memory of
// nodes, the ops that it recorded, and a count of handles. One pointer leads to all of it.
#pragma once

#include "lazy/graph/KnownOps.h"
#include "lazy/graph/NodeMemory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lz::lazy {

struct alignas(64) ThreadState {
  // Differs among living threads. A new thread gets the least number that is free (KeptNumbers).
  size_t number = 0;
  FreeBlocks nodes; // only this thread uses it and what follows
  KnownOps ops;
  // Handles made by threads of this number, less those that they released.
  std::atomic<int64_t> handles{0};
};

// In a shared library, a thread-local variable costs a call, 2 ns. A pointer is small enough for
// the space that the C library reserves for libraries that are loaded late, so it can use this
// faster model.
extern constinit thread_local ThreadState* knownThreadState
    __attribute__((tls_model("initial-exec")));
ThreadState* findThreadState() noexcept;

// The state of the calling thread; nullptr if the thread is ending or finds no memory.
inline ThreadState* threadState() noexcept {
  ThreadState* known = knownThreadState;
  return known ? known : findThreadState();
}

// While one lives, no other thread gets the number of a thread that lives or ends meanwhile. So a
// number tells who recorded something since this was made.
class KeptNumbers {
public:
  KeptNumbers();
  ~KeptNumbers();
  KeptNumbers(const KeptNumbers&) = delete;

private:
  const uint64_t made_;
};

// The number of handles in the process that have an owner.
void countHandles(int64_t change) noexcept;
int64_t liveHandles();

} // namespace lz::lazy
