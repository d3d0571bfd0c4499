// Calls of the system that fail, or in which the process dies: open, write, close, rename and mkdir
// of everything that is linked into the test.
#pragma once

#include <functional>

namespace lz::test {

enum class Fate {
  Fails, // with ENOSPC
  Short, // a write that writes half; other calls work
  Dies,  // before the call has done anything
};

// The calls from now on on this thread are counted from 0; number `call` has this fate.
void letFail(int call, Fate fate);
// All calls work; before number `call` somebody does this.
void letHappen(int call, std::function<void()> what);
// The calls since then; none fails from now on.
int letWork();

} // namespace lz::test
