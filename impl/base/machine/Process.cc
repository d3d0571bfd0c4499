#include "base/machine/Process.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lz {
namespace {

std::atomic<uint64_t> forks{0};
[[maybe_unused]] const int registered =
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });

std::atomic<bool> ends{false};

thread_local bool threadLocalsGone = false;
struct ThreadMark {
  ~ThreadMark() { threadLocalsGone = true; }
};

} // namespace

uint64_t forkCount() {
  return forks.load(std::memory_order_relaxed);
}

void abandon(std::shared_ptr<void> object) {
  static std::mutex mutex;
  static auto* kept = new std::vector<std::shared_ptr<void>>();
  std::lock_guard lock(mutex);
  kept->push_back(std::move(object));
}

void watchExit() {
  [[maybe_unused]] static const int watched = std::atexit([] { ends.store(true); });
}

bool processEnds() {
  return ends.load(std::memory_order_relaxed);
}

bool threadEnds() {
  [[maybe_unused]] thread_local ThreadMark mark;
  return threadLocalsGone;
}

void giveWay() {
  constexpr int kNice = 10; // the scheduler then weighs the thread with 110 instead of 1024
  id_t self = id_t(syscall(SYS_gettid));
  // Linux keeps the nice value for each thread. If the system refuses the change, the thread keeps
  // its priority.
  int present = getpriority(PRIO_PROCESS, self);
  [[maybe_unused]] int refused = setpriority(PRIO_PROCESS, self, present + kNice);
}

} // namespace lz
