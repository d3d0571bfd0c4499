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
  uint64_t ended = 0; // when the last thread with the number did, if it is not taken
};

// Numbers of threads that ended are used again, so that few are in use; but not while who saw the
// thread (KeptNumbers) needs them. Time is the count of what was made and ended.
struct AllThreads {
  std::mutex mutex;
  std::deque<Numbered> numbered; // guarded by mutex; states stay where they are
  uint64_t time = 0;             // as are this
  std::set<uint64_t> kept;       // and when each of KeptNumbers was made
  // Of threads without a state.
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
