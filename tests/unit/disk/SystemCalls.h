// Lets system calls fail, or the process die in them. This concerns all calls of open, write,
// close, rename and mkdir in the test.
#pragma once

#include <functional>

namespace lz::test {

enum class Fate {
  Fails, // the call fails with ENOSPC
  Short, // a write writes half; other calls work
  Dies,  // the process dies before the call has done anything
};

// Counts this thread's calls from now on, beginning with 0. Call number `call` fails, writes half
// or dies, as `fate` says.
void letFail(int call, Fate fate);
// All calls work, but `what` runs before call number `call`.
void letHappen(int call, std::function<void()> what);
// Returns the number of calls since letFail or letHappen. From now on no call fails.
int letWork();

} // namespace lz::test
