// A gate that opens once. Threads can wait until it is open. It uses std::atomic, because
// ThreadSanitizer understands the order that std::atomic guarantees.
#pragma once

#include <atomic>

namespace lz::lazy {

class Gate {
public:
  void open() {
    open_.store(true, std::memory_order_release);
    open_.notify_all();
  }
  bool isOpen() const { return open_.load(std::memory_order_acquire); }
  void wait() const { open_.wait(false, std::memory_order_acquire); }

private:
  std::atomic<bool> open_{false};
};

} // namespace lz::lazy
