// Counts the programs that run in this process, so that compiling threads can leave them their
// cores.
#pragma once

#include <cstdint>

namespace lz {

// A program counts as running while its RunScope exists. Any thread may make one.
class RunScope {
public:
  RunScope();
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;
};

// The numbers of programs that have begun and have ended since the process began.
struct RunCount {
  uint64_t begun = 0, ended = 0;
};
RunCount runCount();

// Returns the number of programs that run now, but at least one if any began after `before` was
// counted. Without this minimum, a short program that runs again and again would rarely be seen
// running. Each program counts as one core.
uint64_t programsSince(const RunCount& before);

} // namespace lz
