// Functions of the program's that the library calls: release callbacks and host calls. They may
// come from the middle of a stream's work, so they must not wait for any.
#pragma once

namespace lz::runtime {

// While one lives, the calling thread is in such a function. They nest.
class CallbackScope {
public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
};

bool inCallback();

} // namespace lz::runtime
