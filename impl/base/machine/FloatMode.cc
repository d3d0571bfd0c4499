#include "base/machine/FloatMode.h"

#include <utility>

namespace lz {
namespace {

// Of the innermost scope that has one; nullptr: functions of the caller have the mode that the
// thread has now.
thread_local const FloatMode* callers = nullptr;

#if defined(__x86_64__)
FloatMode withoutFlags(FloatMode mode) {
  mode.vector &= ~FloatMode::kVectorFlags;
  return mode;
}

void load(const FloatMode& mode) {
  __builtin_ia32_ldmxcsr(mode.vector);
  // A flag that was raised while it was masked would trap as soon as it is not.
  if (FloatMode::current().x87 != mode.x87)
    asm volatile("fnclex\n\tfldcw %0" : : "m"(mode.x87));
}
#else
FloatMode withoutFlags(FloatMode mode) {
  return mode;
}
void load(const FloatMode&) {}
#endif

} // namespace

FloatMode callerFloatMode() {
  return callers ? *callers : withoutFlags(FloatMode::current());
}

void OwnFloatMode::enter() {
  caller_ = withoutFlags(before_);
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
