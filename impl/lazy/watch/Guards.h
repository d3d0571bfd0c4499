// A guard lets a program forbid work that it does not expect. Such work becomes an error.
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
  std::optional<int64_t> maxCompiles; // at most so many cuts may find no program in the cache
};

// A guard applies to all threads. If there are several, each of them can forbid. Any thread may use
// this.
class Guards {
public:
  struct Guard {
    GuardLimits limits;
    std::string place; // where the guard begins, "" if unknown
    int64_t compiles = 0;
  };

  // Begins a guard. It ends when nothing holds it any more, which must be before the Guards are
  // destroyed.
  std::shared_ptr<const Guard> begin(GuardLimits limits, std::string place);
  bool areNone() const { return count_.load(std::memory_order_relaxed) == 0; }

  // FailedPrecondition if a guard forbids a run. The message says what would happen ("[add] of
  // step.c:12 would run") and where the guard begins.
  Status checkExecution(absl::FunctionRef<std::string()> what) const;
  Status checkSync(absl::FunctionRef<std::string()> what) const;
  // The same for a compilation. `why` says why it is needed (explainMiss).
  Status checkCompile(const std::string& why) const;
  // Counts a compilation that was not forbidden and begins now.
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
