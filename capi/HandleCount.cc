// How many objects the caller holds. Each thread counts in memory of its own: a common counter would
// be written with every op that is recorded, by all threads.
#include "Handles.h"

#include <deque>
#include <mutex>

namespace lz::capi {
namespace {

// Written by the thread that has it alone.
struct alignas(64) Cell {
  std::atomic<int64_t> count{0};
  bool isTaken = true;
};

// Of all threads, those that ended included.
struct Cells {
  std::mutex mutex;
  std::deque<Cell> cells; // guarded by mutex; cells are used again, and keep their counts
  std::atomic<int64_t> rest{0};
};

// Never destroyed: handles may be released after main.
Cells& all() {
  static auto* cells = new Cells;
  return *cells;
}

// Plain variables, which exist to the very end of the thread.
thread_local Cell* mine = nullptr;
thread_local bool hasEnded = false;

struct GiveBack {
  Cell& cell;
  ~GiveBack() {
    mine = nullptr;
    hasEnded = true;
    std::lock_guard lock(all().mutex);
    cell.isTaken = false;
  }
};

Cell& freeCell() {
  std::lock_guard lock(all().mutex);
  for (Cell& cell : all().cells)
    if (!std::exchange(cell.isTaken, true))
      return cell;
  return all().cells.emplace_back();
}

void takeCell() {
  thread_local const GiveBack mineUntilTheEnd{freeCell()};
  mine = &mineUntilTheEnd.cell;
}

} // namespace

void countHandles(int64_t change) {
  if (!mine && !hasEnded)
    quietly(takeCell);
  if (!mine) {
    all().rest.fetch_add(change, std::memory_order_relaxed);
    return;
  }
  mine->count.store(mine->count.load(std::memory_order_relaxed) + change,
                    std::memory_order_relaxed);
}

static int64_t liveHandles() {
  std::lock_guard lock(all().mutex);
  int64_t sum = all().rest.load(std::memory_order_relaxed);
  for (const Cell& cell : all().cells)
    sum += cell.count.load(std::memory_order_relaxed);
  return sum;
}

} // namespace lz::capi

int64_t lz_live_handles(void) {
  int64_t count = 0;
  lz::capi::quietly([&] { count = lz::capi::liveHandles(); });
  return count;
}
