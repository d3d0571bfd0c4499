#include "base/machine/FloatMode.h"

#include <utility>

namespace lz {
namespace {

// The mode in which functions of the caller run. The innermost scope sets it. nullptr stands for
// the mode that the thread has now.
thread_local const FloatMode* callers = nullptr;

#if defined(__x86_64__)
constexpr uint16_t kX87Flags = 0x3f; // the exception flags of the x87 status word

uint16_t x87Flags() {
  uint16_t status;
  asm volatile("fnstsw %0" : "=m"(status));
  return status & kX87Flags;
}

// The format of fnstenv.
struct X87Environment {
  uint32_t control, status, others[5];
};

// Sets the mode and the x87 flags. The control word and the flags are loaded together, because a
// new control word traps if it unmasks an exception whose flag is set.
void load(const FloatMode& mode, uint16_t flags) {
  __builtin_ia32_ldmxcsr(mode.vector());
  if (FloatMode::current().x87() == mode.x87())
    return;
  X87Environment x87;
  asm volatile("fnstenv %0" : "=m"(x87));
  x87.control = (x87.control & ~0xffffu) | mode.x87();
  x87.status = (x87.status & ~uint32_t(kX87Flags)) | flags;
  asm volatile("fldenv %0" : : "m"(x87));
}
#else
uint16_t x87Flags() {
  return 0;
}
void load(const FloatMode&, uint16_t) {}
#endif

} // namespace

FloatMode callerFloatMode() {
  return callers ? *callers : FloatMode::current().withoutFlags();
}

void OwnFloatMode::enter() {
  caller_ = before_.withoutFlags();
  outer_ = std::exchange(callers, &caller_);
  x87Flags_ = x87Flags();
  isChanged_ = true;
  load(FloatMode(), 0);
}

OwnFloatMode::OwnFloatMode(const FloatMode& caller) : before_(FloatMode::current()) {
  if (before_.isDefault() && caller.isDefault() && !callers)
    return;
  caller_ = caller;
  outer_ = std::exchange(callers, caller.isDefault() ? nullptr : &caller_);
  x87Flags_ = x87Flags();
  isChanged_ = true;
  if (!before_.isDefault())
    load(FloatMode(), 0);
}

void OwnFloatMode::leave() noexcept {
  if (isChanged_)
    callers = outer_;
  load(before_, x87Flags_);
}

CallerFloatMode::CallerFloatMode()
    : before_(FloatMode::current()), x87Flags_(x87Flags()),
      outer_(std::exchange(callers, nullptr)) {
  if (outer_)
    load(*outer_, 0);
}

CallerFloatMode::~CallerFloatMode() {
  callers = outer_;
  if (FloatMode::current() != before_)
    load(before_, x87Flags_);
}

} // namespace lz
