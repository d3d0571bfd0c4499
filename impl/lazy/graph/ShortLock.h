// A lock for a few loads and stores that threads rarely contend for. Taking and releasing it costs
// one atomic exchange, while std::mutex needs two. A thread that finds it locked yields and tries
// again.
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
