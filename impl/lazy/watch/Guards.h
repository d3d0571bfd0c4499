// What a program forbids itself: work that it does not expect becomes an error.
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
  bool noExecution = false;           // nothing may run
  bool noSync = false;                // no call may wait for a run
  std::optional<int64_t> maxCompiles; // so many cuts may find no program in the cache
};

// A guard is for all threads; of several each has its say. Any thread.
class Guards {
public:
  struct Guard {
    GuardLimits limits;
    std::string place; // where it begins, "" if unknown
    int64_t compiles = 0;
  };

  // It ends when it is not held any more, which must be before the Guards go.
  std::shared_ptr<const Guard> begin(GuardLimits limits, std::string place);
  bool areNone() const { return count_.load(std::memory_order_relaxed) == 0; }

  // FailedPrecondition if a guard forbids it, with what would happen ("[add] of step.c:12 would
  // run") and where the guard begins.
  Status checkExecution(absl::FunctionRef<std::string()> what) const;
  Status checkSync(absl::FunctionRef<std::string()> what) const;
  // `why` it is needed, of explainMiss.
  Status checkCompile(const std::string& why) const;
  // One that was not forbidden will begin.
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
