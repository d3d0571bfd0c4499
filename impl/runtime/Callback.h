// Marks calls of the caller's functions: release callbacks and host calls. These functions can run
// during a stream's work, so they must not wait for work.
#pragma once

#include "base/machine/FloatMode.h"

namespace lz::runtime {

// While an object of this class lives, the calling thread counts as running a function of the
// caller. The thread then has the caller's floating-point mode. Scopes nest.
class CallbackScope {
public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

private:
  CallerFloatMode mode_;
};

bool inCallback();

} // namespace lz::runtime
