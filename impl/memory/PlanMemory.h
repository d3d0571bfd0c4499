// Where the values of a program lie: steps in, offsets and aliases out. The one place that decides
// about memory; whoever makes thunks writes down what it says.
#pragma once

#include "base/Steps.h"

#include <limits>
#include <string>
#include <vector>

namespace lz::memory {

struct PlanOptions {
  int64_t budget = std::numeric_limits<int64_t>::max(); // the most bytes that the arena may have
};

struct MemoryPlan {
  std::vector<int64_t> offsets; // by value: of a temp in the arena, 64-byte aligned; else 0
  // By value: the temp whose place it takes over, or -1; by output: the input, or -1.
  std::vector<ValueId> takesOver;
  std::vector<int32_t> aliasOf;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the most that is alive at once: no placement is smaller
};

// Steps run in the order in which they are given, which is that of the program: it is the one that
// the caches were predicted for, and what a program frees early it says early. So the plan shares
// places and chooses them, and a budget that it does not keep is not kept: resource exhausted, with
// the bytes needed, the budget, and the largest temporaries where the arena is fullest. The same
// when temporaries together are more than a process can address.
StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options = {});

// One place a line, in the order of the values:
//
//   arena 4352 B, of which 4352 B are alive at once
//     tmp2 4096 B at 0
//     tmp3 256 B at 4096
//     out0 4096 B may lie in in0
std::string print(const Steps& steps, const MemoryPlan& plan);

} // namespace lz::memory
