#include "lazy/graph/ThreadState.h"

#include <deque>
#include <mutex>
#include <utility>

namespace lz::lazy {

constinit thread_local ThreadState* knownThreadState = nullptr;

namespace {

struct Numbered {
  ThreadState state;
  bool isTaken = true;
};

// Numbers of threads that ended are used again, so that few are in use.
struct AllThreads {
  std::mutex mutex;
  std::deque<Numbered> numbered; // guarded by mutex; states stay where they are
  // Of threads without a state.
  std::atomic<int64_t> handles{0};

  Numbered& take() {
    std::lock_guard lock(mutex);
    for (Numbered& one : numbered)
      if (!std::exchange(one.isTaken, true))
        return one;
    Numbered& fresh = numbered.emplace_back();
    fresh.state.number = numbered.size() - 1;
    return fresh;
  }
  void giveBack(Numbered& one) {
    std::lock_guard lock(mutex);
    one.isTaken = false;
  }
};

// Never destroyed: threads may end, and handles be released, after main.
AllThreads& all() {
  static auto* threads = new AllThreads;
  return *threads;
}

thread_local bool hasEnded = false;

class OwnState {
public:
  OwnState() : own_(all().take()) {}
  ~OwnState() {
    knownThreadState = nullptr;
    hasEnded = true;
    own_.state.ops.clear();
    own_.state.nodes.clear();
    all().giveBack(own_);
  }
  ThreadState* get() const { return &own_.state; }

private:
  Numbered& own_;
};

} // namespace

ThreadState* findThreadState() noexcept {
  if (hasEnded)
    return nullptr;
  try {
    thread_local const OwnState own;
    knownThreadState = own.get();
  } catch (...) {
  }
  return knownThreadState;
}

void countHandles(int64_t change) noexcept {
  ThreadState* mine = threadState();
  if (!mine) {
    all().handles.fetch_add(change, std::memory_order_relaxed);
    return;
  }
  // No other thread writes it.
  mine->handles.store(mine->handles.load(std::memory_order_relaxed) + change,
                      std::memory_order_relaxed);
}

int64_t liveHandles() {
  std::lock_guard lock(all().mutex);
  int64_t sum = all().handles.load(std::memory_order_relaxed);
  for (const Numbered& one : all().numbered)
    sum += one.state.handles.load(std::memory_order_relaxed);
  return sum;
}

} // namespace lz::lazy
