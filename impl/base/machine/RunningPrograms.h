// Counts the programs that run in this process, so that compiling threads can leave cores to these
// programs.
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

// Returns the number of programs that run now. If none runs now, but one has begun since `before`
// was counted, returns 1. So a short program that runs again and again counts as running.
uint64_t programsSince(const RunCount& before);

} // namespace lz
