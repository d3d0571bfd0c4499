// A lock for a few loads and stores that threads rarely contend for. It takes one atomic exchange;
// std::mutex takes two. A thread that finds it taken yields and tries again.
#pragma once

#include <atomic>
#include <thread>

namespace lz::lazy {

class ShortLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      while (taken_.load(std::memory_order_relaxed))
        std::this_thread::yield();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

} // namespace lz::lazy
