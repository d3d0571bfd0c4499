// A guard forbids work that the caller does not expect, such as compilations. Forbidden work fails
// with an error.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lz::lazy {

struct GuardLimits {
  bool noExecution = false;           // no program may run
  bool noSync = false;                // no call may wait for a run
  std::optional<int64_t> maxCompiles; // how many cuts may need a program that the cache lacks
};

// The guards of all threads. Each of them can forbid work. Any thread may call these functions.
class Guards {
public:
  struct Guard {
    GuardLimits limits;
    std::string place; // the place where the guard begins, "" if unknown
    int64_t compiles = 0;
  };

  // Begins a guard. The guard ends when its last reference is released. This must happen before the
  // Guards are destroyed.
  std::shared_ptr<const Guard> begin(GuardLimits limits, std::string place);
  bool areNone() const { return count_.load(std::memory_order_relaxed) == 0; }

  // Fails with FailedPrecondition if a guard forbids a run. The message says what would happen
  // ("[add] of step.c:12 would run") and where the guard begins.
  Status checkExecution(absl::FunctionRef<std::string()> what) const;
  Status checkSync(absl::FunctionRef<std::string()> what) const;
  // Fails if a guard forbids a compilation. `why` is the reason for the compilation (explainMiss).
  Status checkCompile(const std::string& why) const;
  // Counts a compilation that was allowed and begins now.
  void countCompile();

private:
  void end(const Guard& guard);
  Status checkAllowed(bool GuardLimits::* forbids, const char* name,
                      absl::FunctionRef<std::string()> what) const;

  std::atomic<size_t> count_{0};
  mutable std::mutex mutex_;
  std::vector<Guard*> guards_; // guarded by mutex_
};

} // namespace lz::lazy
