#include "lazy/graph/ThreadState.h"

#include <deque>
#include <mutex>
#include <set>
#include <utility>

namespace lz::lazy {

constinit thread_local ThreadState* knownThreadState = nullptr;

namespace {

struct Numbered {
  ThreadState state;
  bool isTaken = true;
  uint64_t ended = 0; // if the number is free: the time when the last thread with this number ended
};

// The numbers of all threads. A new thread reuses the number of an ended one, unless a KeptNumbers
// keeps that number. So numbers stay small. `time` counts the threads that ended and the objects of
// KeptNumbers that were made.
struct AllThreads {
  std::mutex mutex;
  // The mutex guards this list. It is a deque, so that the states stay where they are.
  std::deque<Numbered> numbered;
  uint64_t time = 0;       // guarded by mutex
  std::set<uint64_t> kept; // guarded by mutex: when each living KeptNumbers was made
  // The handles of threads that have no state.
  std::atomic<int64_t> handles{0};

  Numbered& take() {
    std::lock_guard lock(mutex);
    const uint64_t firstKept = kept.empty() ? time + 1 : *kept.begin();
    for (Numbered& one : numbered)
      if (one.ended < firstKept && !std::exchange(one.isTaken, true))
        return one;
    Numbered& fresh = numbered.emplace_back();
    fresh.state.number = numbered.size() - 1;
    return fresh;
  }
  void giveBack(Numbered& one) {
    std::lock_guard lock(mutex);
    one.isTaken = false;
    one.ended = ++time;
  }
  uint64_t keep() {
    std::lock_guard lock(mutex);
    return *kept.insert(kept.end(), ++time);
  }
  void endKeeping(uint64_t made) {
    std::lock_guard lock(mutex);
    kept.erase(made);
  }
};

// Never destroyed, because threads can end, and handles can be released, after main.
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

KeptNumbers::KeptNumbers() : made_(all().keep()) {}
KeptNumbers::~KeptNumbers() {
  all().endKeeping(made_);
}

void countHandles(int64_t change) noexcept {
  ThreadState* mine = threadState();
  if (!mine) {
    all().handles.fetch_add(change, std::memory_order_relaxed);
    return;
  }
  // Only this thread writes the count, so a load and a store suffice.
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
