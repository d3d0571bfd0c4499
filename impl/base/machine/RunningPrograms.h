// Counts the programs that run in this process, so that compiling threads can leave them their
// cores.
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

// The number of programs that have begun, and of those that have ended, since the process began.
struct RunCount {
  uint64_t begun = 0, ended = 0;
};
RunCount runCount();

// The number of programs that run now; at least one if any began after `before` was counted, since
// a short program that runs again and again would hardly ever be seen running. Each program counts
// as one core.
uint64_t programsSince(const RunCount& before);

} // namespace lz
