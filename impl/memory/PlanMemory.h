// Decides where the values of a program lie: computes offsets and aliases from its steps. All
// decisions about memory are made here, and thunks follow the plan.
#pragma once

#include "base/Steps.h"

#include <limits>
#include <string>
#include <vector>

namespace lz::memory {

struct PlanOptions {
  int64_t budget = std::numeric_limits<int64_t>::max(); // the most bytes of the arena
};

struct MemoryPlan {
  std::vector<int64_t> offsets; // one per value: where a temp lies in the arena; otherwise 0
  // takesOver has for each value the temp whose place it takes over, and aliasOf for each output
  // the input whose memory it takes over. -1 means that there is none.
  std::vector<ValueId> takesOver;
  std::vector<int32_t> aliasOf;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the most bytes that are live at once, a lower bound for any plan
};

// Plans the memory of steps that run in the given order. Steps are not reordered to save memory,
// because the times of kernels were predicted for data that is in the caches in this order. The
// plan only chooses places and decides which values share one. Returns ResourceExhausted if the
// arena exceeds the budget. The message states the bytes needed, the budget, and the largest
// temporaries at the moment with the most live bytes. Returns the same error if all temporaries
// together exceed the address space of a process.
StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options = {});

// Prints one place per line, in the order of the values:
//
//   arena 4352 B, of which 4352 B are alive at once
//     tmp2 4096 B at 0
//     tmp3 256 B at 4096
//     out0 4096 B may lie in in0
std::string print(const Steps& steps, const MemoryPlan& plan);

} // namespace lz::memory
