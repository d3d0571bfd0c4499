// Decides where the values of a program lie in memory: computes offsets and aliases from its steps.
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
  // `takesOver` has a temp for each value: the value takes over the place of this temp. `aliasOf`
  // has an input for each output: the output takes over the memory of this input. -1 stands for
  // none.
  std::vector<ValueId> takesOver;
  std::vector<int32_t> aliasOf;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the most bytes that are live at once; no plan needs less
};

// Plans the memory of the steps: chooses places, and decides which values share a place. The steps
// keep their order. If the arena exceeds the budget, returns ResourceExhausted. The message states
// the bytes needed, the budget, and the largest temporaries at the moment with the most live bytes.
// If all temporaries together exceed the address space of a process, also returns
// ResourceExhausted.
StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options = {});

// Prints one place per line, in the order of the values:
//
//   arena 4352 B, of which 4352 B are alive at once
//     tmp2 4096 B at 0
//     tmp3 256 B at 4096
//     out0 4096 B may lie in in0
std::string print(const Steps& steps, const MemoryPlan& plan);

} // namespace lz::memory
