// A thread of the library's. A new thread inherits much from the one that happens to start it,
// which may be any of the caller's; here it is decided what one of ours has: the default
// floating-point mode, no signals but those of its own faults, a name, a stack of kStackBytes, the
// CPUs that it is given. Priority and what else Linux keeps for each thread it inherits.
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
  // Makes it that of the calling thread. Where the system refuses, it stays as it was.
  void apply() const;

private:
  std::vector<unsigned long> bits_; // empty: the system did not say
};

class Thread {
public:
  static constexpr size_t kStackBytes = size_t(8) << 20;

  Thread() = default;
  // `name`, of at most 15 characters, is what debuggers show. `work` must not throw. `cpus` may go
  // afterwards; none: those of the calling thread. Throws std::system_error or bad_alloc when the
  // system refuses a thread or its memory.
  Thread(const char* name, absl::AnyInvocable<void()> work, const CpuAffinity* cpus = nullptr);
  ~Thread() { join(); }
  Thread(Thread&& other) noexcept : id_(other.id_), runs_(std::exchange(other.runs_, false)) {}
  Thread& operator=(Thread&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(runs_, other.runs_);
    return *this;
  }

  bool joinable() const { return runs_; }
  void join(); // nothing where there is none
  void detach();

private:
  pthread_t id_{};
  bool runs_ = false;
};

} // namespace lz
