#include "lazy/submit/Budget.h"

#include "base/Exhausted.h"
#include "lazy/engine/CountedRun.h"

#include <algorithm>
#include <new>

namespace lz::lazy {

StatusOr<exec::RunResult> Budget::attempt(const exec::Executable& plan,
                                          const RunArguments& arguments, bool isLast) {
  return countedRun(engine_, device_, plan, arguments.args, arguments.donated, arguments.outData,
                    {.reservation = &reservation_, .relieves = isLast});
}

// Calls planWithin. Does not throw.
static StatusOr<ExecutableRef> planned(PlanWithin planWithin, int64_t bytes) {
  try {
    return planWithin(bytes);
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  }
}

StatusOr<exec::RunResult> Budget::run(const exec::Executable& whole, const RunArguments& arguments,
                                      PlanWithin planWithin) {
  const exec::Executable* plan = &whole;
  ExecutableRef smaller;
  for (;;) {
    const int64_t most = plan->spec().runBytes.most, least = plan->spec().smallestBudget;
    if (least <= 0 || most <= least)
      return attempt(*plan, arguments, /*isLast=*/true);
    const int64_t bytes = plan->bytesToTake(arguments.args, arguments.donated, arguments.outData);
    LZ_ASSIGN_OR_RETURN(const int64_t room, device_.allocator()->roomFor(bytes));
    if (bytes <= room) {
      StatusOr<exec::RunResult> result = attempt(*plan, arguments, /*isLast=*/false);
      if (result.ok() || reservation_.hasTaken() || absl::IsCancelled(result.status()))
        return result;
    }
    // Asks for a plan that takes no more than the memory that is free. If inputs are donated, a run
    // takes `bytes`, and not the `most` bytes that the plan states, so the difference is added. If
    // this plan had fitted, but another thread has taken the memory since, the next plan must be
    // smaller by at least one byte. Example: room 900, bytes 1000, most 1200: a plan of 1100.
    const StatusOr<ExecutableRef> next =
        planned(planWithin, std::min(room, bytes - 1) + most - bytes);
    if (absl::IsCancelled(next.status()))
      return next.status();
    if (!next.ok() || (*next)->spec().runBytes.most >= most)
      return attempt(*plan, arguments, /*isLast=*/true);
    smaller = *next;
    plan = smaller.get();
  }
}

} // namespace lz::lazy
