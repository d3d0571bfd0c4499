#include "base/machine/ThreadPool.h"

#include "base/Cancel.h"
#include "base/machine/FloatMode.h"
#include "base/machine/Process.h"
#include "base/machine/ProcessLimits.h"
#include "base/machine/Thread.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

namespace lz {
namespace {

using Clock = std::chrono::steady_clock;

// How long an idle thread polls for work before it sleeps. Polling for longer than a wake-up takes
// never pays, and on a busy machine it steals time from other work.
constexpr auto kSpin = std::chrono::microseconds(20);
// The number of ranges for each thread. If another process takes one of the cores, the other
// threads take over ranges of that core's thread, and little time is lost.
constexpr int64_t kRangesPerThread = 8;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Polls `done` for kSpin, or until it returns true. Returns whether it returned true.
template <typename Fn> bool spinUntil(Fn done) {
  auto end = Clock::now() + kSpin;
  do {
    for (int i = 0; i < 32; ++i) {
      if (done())
        return true;
      relax();
    }
  } while (Clock::now() < end);
  return false;
}

// True while this thread is inside a loop of any pool. A nested loop then runs on this thread
// alone.
thread_local bool insideLoop = false;

// Returns how many units together take `ns`, but at least one.
int64_t unitsOf(double ns, double nsPerUnit) {
  return int64_t(std::min(ns / nsPerUnit, 1e18)) + 1;
}

// Calls `fn` on [lo, hi) in pieces until `cancel` or `failed` is set.
template <typename Fn>
void runPieces(int64_t lo, int64_t hi, int64_t pieceUnits, int worker, const CancelFlag* cancel,
               const CancelFlag* failed, Fn& fn) {
  while (lo < hi && !isSet(cancel) && !isSet(failed)) {
    int64_t end = lo + std::min(pieceUnits, hi - lo);
    fn(lo, end, worker);
    lo = end;
  }
}

} // namespace

struct ThreadPool::Impl {
  // A running loop, on the stack of its caller. Free threads claim ranges from `next`.
  struct Loop {
    int64_t units, rangeUnits, pieceUnits;
    int maxWorkers;
    absl::FunctionRef<void(int64_t, int64_t, int)> fn;
    const CancelFlag* cancel;
    FloatMode callerMode;
    std::atomic<int64_t> next{0};
    int joined = 1;              // guarded by the mutex: the number of threads that have joined
    std::atomic<int> helpers{0}; // threads inside the loop, other than the caller
    CancelFlag failed{false};    // `fn` has thrown, so nothing more begins
    std::exception_ptr failure = nullptr; // guarded by the mutex: the first exception of `fn`
  };

  explicit Impl(int helpers) : maxHelpers(helpers) {}
  ~Impl();
  void start();
  void helperMain();
  Loop* join(int& worker);
  void leave(Loop& loop);
  void work(Loop& loop, int worker);
  void fail(Loop& loop) noexcept;
  void run(Loop& loop, int64_t ranges);

  const int maxHelpers;
  const uint64_t forks = forkCount();
  // The CPUs of the thread that made the pool. The helpers start later, when the first loop runs,
  // perhaps in a thread that is pinned to one core.
  const CpuAffinity cpus = CpuAffinity::ofThisThread();
  std::once_flag started;
  std::vector<Thread> helpers;

  std::mutex mutex;
  std::condition_variable wanted;   // helpers park here
  std::condition_variable finished; // callers wait here for their helpers
  std::vector<Loop*> loops;         // loops that more threads can join
  std::atomic<int> open{0};         // loops.size(), for spinning without the mutex
  int parked = 0;
  bool stopping = false;
};

ThreadPool::Impl::~Impl() {
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  wanted.notify_all();
  helpers.clear(); // joins
}

// If the system refuses more threads, or memory for them, the pool is smaller, and the caller does
// the work. That is not an error.
void ThreadPool::Impl::start() {
  loops.reserve(64);
  try {
    helpers.reserve(size_t(maxHelpers));
    for (int i = 0; i < maxHelpers; ++i)
      helpers.emplace_back("lazuli-pool", [this] { helperMain(); }, &cpus);
  } catch (const std::exception&) {
  }
}

// Must be called under the mutex. Returns a loop that a thread can join. Drops loops that have no
// work for one more thread, so that no thread spins on them.
ThreadPool::Impl::Loop* ThreadPool::Impl::join(int& worker) {
  Loop* found = nullptr;
  while (!found && !loops.empty()) {
    Loop* loop = loops.front();
    bool exhausted = loop->next.load(std::memory_order_relaxed) >= loop->units;
    if (!exhausted) {
      found = loop;
      worker = loop->joined++;
      loop->helpers.fetch_add(1, std::memory_order_relaxed);
    }
    if (exhausted || loop->joined == loop->maxWorkers)
      loops.erase(loops.begin());
  }
  open.store(int(loops.size()), std::memory_order_relaxed);
  return found;
}

// The loop may be destroyed as soon as `helpers` is 0. So this runs under the mutex, which the
// loop's caller also takes before it returns.
void ThreadPool::Impl::leave(Loop& loop) {
  std::lock_guard lock(mutex);
  if (loop.helpers.fetch_sub(1, std::memory_order_release) == 1)
    finished.notify_all();
}

void ThreadPool::Impl::work(Loop& loop, int worker) {
  insideLoop = true;
  CancelScope scope(loop.cancel);
  OwnFloatMode mode(loop.callerMode);
  try {
    for (;;) {
      int64_t lo = loop.next.fetch_add(loop.rangeUnits, std::memory_order_relaxed);
      if (lo >= loop.units)
        break;
      int64_t hi = std::min(lo + loop.rangeUnits, loop.units);
      runPieces(lo, hi, loop.pieceUnits, worker, loop.cancel, &loop.failed, loop.fn);
    }
  } catch (...) {
    fail(loop);
  }
  insideLoop = false;
}

// Stores the exception that is being handled, for the caller to rethrow. When this thread leaves
// the loop, it has dropped its own reference, so the caller alone owns the exception.
void ThreadPool::Impl::fail(Loop& loop) noexcept {
  std::lock_guard lock(mutex);
  loop.failed.store(true, std::memory_order_relaxed);
  loop.next.store(loop.units, std::memory_order_relaxed);
  if (!loop.failure)
    loop.failure = std::current_exception();
}

void ThreadPool::Impl::helperMain() {
  for (;;) {
    int worker = 0;
    Loop* loop = nullptr;
    {
      std::unique_lock lock(mutex);
      loop = join(worker);
    }
    if (loop) {
      work(*loop, worker);
      leave(*loop);
      continue;
    }
    if (spinUntil([&] { return open.load(std::memory_order_relaxed) != 0; }))
      continue;
    std::unique_lock lock(mutex);
    ++parked;
    wanted.wait(lock, [&] { return stopping || !loops.empty(); });
    --parked;
    if (stopping)
      return;
  }
}

void ThreadPool::Impl::run(Loop& loop, int64_t ranges) {
  std::call_once(started, [this] { start(); });
  int wake = 0;
  {
    std::lock_guard lock(mutex);
    loops.push_back(&loop);
    open.store(int(loops.size()), std::memory_order_relaxed);
    int64_t useful = std::min<int64_t>(ranges, loop.maxWorkers) - 1;
    wake = int(std::min<int64_t>(useful, parked));
  }
  for (int i = 0; i < wake; ++i)
    wanted.notify_one();
  work(loop, 0);
  {
    std::lock_guard lock(mutex);
    std::erase(loops, &loop);
    open.store(int(loops.size()), std::memory_order_relaxed);
  }
  auto alone = [&] { return loop.helpers.load(std::memory_order_acquire) == 0; };
  spinUntil(alone);
  std::unique_lock lock(mutex);
  finished.wait(lock, alone);
  if (loop.failure)
    std::rethrow_exception(std::move(loop.failure));
}

ThreadPool::ThreadPool(int threads)
    : threads_(threads > 0 ? threads : usableCores()), impl_(std::make_unique<Impl>(threads_ - 1)) {
}

ThreadPool::~ThreadPool() {
  if (impl_->forks != forkCount())
    abandon(std::move(impl_));
}

bool ThreadPool::runShared(int64_t units, int64_t rangeUnits, int64_t pieceUnits, RangeFn fn,
                           int maxWorkers) {
  int64_t ranges = (units + rangeUnits - 1) / rangeUnits;
  int workers = std::min(threads_, maxWorkers);
  if (ranges <= 1 || workers <= 1 || insideLoop)
    return false;
  Impl::Loop loop{units, rangeUnits,          pieceUnits,       workers,
                  fn,    currentCancelFlag(), callerFloatMode()};
  impl_->run(loop, ranges);
  return true;
}

void ThreadPool::parallelFor(int64_t units, double nsPerUnit, RangeFn fn, int maxWorkers) {
  if (units <= 0)
    return;
  nsPerUnit = std::max(nsPerUnit, 1e-3);
  int64_t workers = std::max(1, std::min(threads_, maxWorkers));
  int64_t perRange = (units + workers * kRangesPerThread - 1) / (workers * kRangesPerThread);
  int64_t rangeUnits =
      std::clamp<int64_t>(std::max(unitsOf(kGrainNs, nsPerUnit), perRange), 1, units);
  int64_t pieceUnits = unitsOf(kPieceNs, nsPerUnit);
  if (double(units) * nsPerUnit < 2 * kGrainNs ||
      !runShared(units, rangeUnits, pieceUnits, fn, maxWorkers))
    runPieces(0, units, pieceUnits, 0, currentCancelFlag(), nullptr, fn);
}

void ThreadPool::parallelEach(int64_t units, double totalNs,
                              absl::FunctionRef<void(int64_t, int)> fn, int maxWorkers) {
  auto one = [&](int64_t unit, int64_t, int worker) { fn(unit, worker); };
  if (totalNs < 2 * kGrainNs || !runShared(units, 1, 1, one, maxWorkers))
    runPieces(0, units, 1, 0, currentCancelFlag(), nullptr, one);
}

} // namespace lz
