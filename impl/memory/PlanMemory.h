// Decides where the values of a program lie: steps go in, offsets and aliases come out. No other
// code decides about memory; thunks repeat this plan.
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
  std::vector<int64_t> offsets; // of each value: in the arena for a temp, 64-byte aligned; else 0
  // For each temp the temp whose place it takes over; for each output the input; or -1.
  std::vector<ValueId> takesOver;
  std::vector<int32_t> aliasOf;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the most bytes that are alive at once: no placement takes less
};

// Steps run in the order in which they are given. It is the order of the program, for which the
// caches were predicted and in which the program frees values. So the plan cannot reorder steps to
// save memory: it only shares and chooses places. Errors: ResourceExhausted if the arena exceeds
// the budget, with the bytes needed, the budget, and the largest temporaries where the arena is
// fullest; the same if all temporaries together exceed the address space of a process.
StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options = {});

// One place a line, in the order of the values:
//
//   arena 4352 B, of which 4352 B are alive at once
//     tmp2 4096 B at 0
//     tmp3 256 B at 4096
//     out0 4096 B may lie in in0
std::string print(const Steps& steps, const MemoryPlan& plan);

} // namespace lz::memory
