// Ends work early when its time is up.
#pragma once

#include "base/Cancel.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lz::conformance {

// While this object lives, the work of its thread is cancelled after `seconds`.
class TimeLimit {
public:
  explicit TimeLimit(double seconds)
      : scope_(&flag_), alarm_([this, seconds] { wait(std::chrono::duration<double>(seconds)); }) {}
  ~TimeLimit() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      isOver_ = true;
    }
    ended_.notify_all();
    alarm_.join();
  }

private:
  void wait(std::chrono::duration<double> time) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!ended_.wait_for(lock, time, [this] { return isOver_; }))
      flag_.store(true);
  }

  CancelFlag flag_{false};
  CancelScope scope_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool isOver_ = false;
  std::thread alarm_; // declared last, because it uses the others
};

} // namespace lz::conformance
