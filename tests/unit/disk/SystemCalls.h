// Calls of the system that fail, or in which the process dies: open, write, close, rename and mkdir
// of everything that is linked into the test.
#pragma once

namespace lz::test {

enum class Fate {
  Fails, // with ENOSPC
  Short, // a write that writes half; other calls work
  Dies,  // before the call has done anything
};

// The calls from now on on this thread are counted from 0; number `call` has this fate.
void letFail(int call, Fate fate);
// The calls since letFail; none fails from now on.
int letWork();

} // namespace lz::test
