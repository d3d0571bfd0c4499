// The plans of a program for small budgets. If a run does not fit, its program is compiled for the
// next lower rung of a ladder, and other runs with about as much room use the same plan. All plans
// of a program compute the same bits.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace lz::exec {
class Executable;
}

namespace lz::lazy {

// Returns the budget for which a program is compiled so that a run takes at most `bytes` bytes. The
// budget is the highest rung of at most `bytes`. If this rung is below `least`, the smallest budget
// of the program, the budget is `least`. The rungs are the powers of 2, and these times the root of
// 2.
int64_t rungWithin(int64_t bytes, int64_t least);

// Any thread may call its functions.
class Rungs {
public:
  using Plan = std::shared_ptr<const exec::Executable>;
  using Compile = absl::FunctionRef<StatusOr<Plan>(int64_t budget)>;

  // Returns the plan for a budget, and compiles it if this is the first call. Other threads wait
  // meanwhile. After an error the next call tries again.
  StatusOr<Plan> at(int64_t budget, Compile compile);

private:
  std::mutex mutex_; // held while a plan is compiled
  std::map<int64_t, Plan> plans_;
};

} // namespace lz::lazy
