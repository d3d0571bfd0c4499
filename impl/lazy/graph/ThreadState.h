// What a thread has for itself, so that recording threads do not meet: a number, memory of nodes,
// ops that it recorded, and a count of handles. One pointer leads to all of it.
#pragma once

#include "lazy/graph/KnownOps.h"
#include "lazy/graph/NodeMemory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lz::lazy {

struct alignas(64) ThreadState {
  size_t number = 0; // of a thread among those that live; the least that is free (KeptNumbers)
  FreeBlocks nodes;  // of the thread alone, as what follows
  KnownOps ops;
  std::atomic<int64_t> handles{0}; // made by threads of this number, less those that they released
};

// In a shared library a thread-local variable costs a call, 2 ns; a pointer fits into what the C
// library has spare for libraries that are loaded late.
extern constinit thread_local ThreadState* knownThreadState
    __attribute__((tls_model("initial-exec")));
ThreadState* findThreadState() noexcept;

// That of the calling thread. nullptr for a thread that is ending, or that finds no memory.
inline ThreadState* threadState() noexcept {
  ThreadState* known = knownThreadState;
  return known ? known : findThreadState();
}

// While one lives, the numbers of threads that live or end meanwhile go to no other thread. So a
// number tells who recorded something since this was made.
class KeptNumbers {
public:
  KeptNumbers();
  ~KeptNumbers();
  KeptNumbers(const KeptNumbers&) = delete;

private:
  const uint64_t made_;
};

// Objects behind handles that somebody holds, in the process.
void countHandles(int64_t change) noexcept;
int64_t liveHandles();

} // namespace lz::lazy
