// Finds when the buffers of an executable are used, for reports.
#pragma once

#include "exec/Executable.h"

#include <vector>

namespace lz::exec {

// The first and last thunk that uses a buffer, numbered as in print(). A buffer that is used both
// inside and outside of a loop lives during the full loop. first > last means that the buffer is
// never used.
struct Life {
  int64_t first = INT64_MAX, last = -1;
  bool contains(int64_t thunk) const { return first <= thunk && thunk <= last; }
};

struct Lives {
  std::vector<Life> buffers; // indexed by BufferId
  std::vector<const Thunk*> thunks;
};
Lives livesOf(const ExecutableSpec& spec);

// The thunk during which the live temporaries take the most bytes. If an operand and a result share
// a place, only the larger one counts.
struct Fullest {
  int64_t thunk = -1; // -1 if there are no temporaries
  int64_t bytes = 0;
  std::vector<BufferId> temporaries; // those that live there
};
Fullest fullestOf(const ExecutableSpec& spec, const Lives& lives);

} // namespace lz::exec
