// A thread of the library. It has the default floating-point mode, a name, a stack of kStackBytes,
// and the CPUs that it is given. All signals are blocked, except the signals for its own faults. It
// inherits everything else from the thread that starts it, for example the priority.
#pragma once

#include "absl/functional/any_invocable.h"

#include <cstddef>
#include <pthread.h>
#include <utility>
#include <vector>

namespace lz {

// The CPUs on which a thread may run, one bit each.
class CpuAffinity {
public:
  static CpuAffinity ofThisThread();
  // Sets the affinity of the calling thread. If the system refuses, nothing changes.
  void apply() const;

private:
  std::vector<unsigned long> bits_; // empty: the system did not report it
};

class Thread {
public:
  static constexpr size_t kStackBytes = size_t(8) << 20;

  Thread() = default;
  // Starts a thread that runs `work`, which must not throw. Debuggers show `name`, which has at
  // most 15 characters. If `cpus` is nullptr, the thread gets the CPUs of the calling thread.
  // Throws std::system_error or bad_alloc if the system refuses a thread or its memory.
  Thread(const char* name, absl::AnyInvocable<void()> work, const CpuAffinity* cpus = nullptr);
  ~Thread() { join(); }
  Thread(Thread&& other) noexcept : id_(other.id_), runs_(std::exchange(other.runs_, false)) {}
  Thread& operator=(Thread&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(runs_, other.runs_);
    return *this;
  }

  bool joinable() const { return runs_; }
  void join(); // does nothing if there is no thread
  void detach();

private:
  pthread_t id_{};
  bool runs_ = false;
};

} // namespace lz
