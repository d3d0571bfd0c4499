// How many programs run in this process, so that threads which compile can leave them their cores.
#pragma once

#include <cstdint>

namespace lz {

// A program runs while it exists. Any thread.
class RunScope {
public:
  RunScope();
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;
};

// Programs that have begun and ended since the process began.
struct RunCount {
  uint64_t begun = 0, ended = 0;
};
RunCount runCount();

// Programs that run now; at least one if any began after `before` was counted, because a program
// of microseconds that runs again and again is hardly ever met while it runs. Each counts as one
// core.
uint64_t programsSince(const RunCount& before);

} // namespace lz
