// Functions of the program's that the library calls: release callbacks and host calls. They may
// come from the middle of a stream's work, so they must not wait for any.
#pragma once

#include "base/machine/FloatMode.h"

namespace lz::runtime {

// While one lives, the calling thread is in such a function, in the caller's floating-point mode.
// They nest.
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
