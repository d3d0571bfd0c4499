#include "base/machine/FloatMode.h"

#include <utility>

namespace lz {
namespace {

// Of the innermost scope that has one; nullptr: functions of the caller have the mode that the
// thread has now.
thread_local const FloatMode* callers = nullptr;

void load([[maybe_unused]] const FloatMode& mode) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(mode.vector());
  const uint16_t x87 = mode.x87();
  // A flag that was raised while it was masked would trap as soon as it is not.
  if (FloatMode::current().x87() != x87)
    asm volatile("fnclex\n\tfldcw %0" : : "m"(x87));
#endif
}

} // namespace

FloatMode callerFloatMode() {
  return callers ? *callers : FloatMode::current().withoutFlags();
}

void OwnFloatMode::enter() {
  caller_ = before_.withoutFlags();
  outer_ = std::exchange(callers, &caller_);
  isChanged_ = true;
  load(FloatMode());
}

OwnFloatMode::OwnFloatMode(const FloatMode& caller)
    : before_(FloatMode::current()), caller_(caller),
      outer_(std::exchange(callers, caller.isDefault() ? nullptr : &caller_)), isChanged_(true) {
  if (!before_.isDefault())
    load(FloatMode());
}

void OwnFloatMode::leave() noexcept {
  if (isChanged_)
    callers = outer_;
  load(before_);
}

CallerFloatMode::CallerFloatMode()
    : before_(FloatMode::current()), outer_(std::exchange(callers, nullptr)) {
  if (outer_)
    load(*outer_);
}

CallerFloatMode::~CallerFloatMode() {
  callers = outer_;
  if (FloatMode::current() != before_)
    load(before_);
}

} // namespace lz
