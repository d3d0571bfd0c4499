// How a thread computes with floating-point numbers: rounding, denormals, and the exceptions that
// trap. A thread of the caller may be in any mode: a library built with -ffast-math sets flush to
// zero when it is loaded. Results do not depend on it: all work of the library runs in the default
// mode, and functions of the caller run in the caller's mode.
#pragma once

#include <cstdint>

namespace lz {

// The registers of the mode, in one number. Two fields would be written by 4 and 2 bytes and read
// as 8, for which the processor waits 5 ns. It only has those of x86-64: for another machine add a
// branch with its registers (FPCR and FPSR of AArch64), and nothing else changes.
class FloatMode {
public:
  FloatMode() = default; // the default one, without flags

#if defined(__x86_64__)
  static FloatMode current() {
    uint16_t x87;
    asm volatile("fnstcw %0" : "=m"(x87));
    return FloatMode(__builtin_ia32_stmxcsr() | uint64_t(x87) << 32);
  }
  bool isDefault() const { return ((bits_ ^ kDefault) & kMeaning) == 0; }
  // Whether the thread's MXCSR is this one, flags included. The library never writes the other
  // register.
  bool isVectorOfThread() const { return __builtin_ia32_stmxcsr() == vector(); }
  uint32_t vector() const { return uint32_t(bits_); }    // MXCSR, flags included
  uint16_t x87() const { return uint16_t(bits_ >> 32); } // the control word, of long double
  FloatMode withoutFlags() const { return FloatMode(bits_ & ~kFlags); }

private:
  static constexpr uint64_t kDefault = 0x037f'0000'1f80, kFlags = 0x3f;
  // All other bits are flags, or have no meaning.
  static constexpr uint64_t kMeaning = 0x0f3f'ffff'ffc0;
  explicit FloatMode(uint64_t bits) : bits_(bits) {}

  uint64_t bits_ = kDefault;
#else
  static FloatMode current() { return {}; }
  bool isDefault() const { return true; }
  bool isVectorOfThread() const { return true; }
  FloatMode withoutFlags() const { return *this; }
#endif

public:
  bool operator==(const FloatMode&) const = default;
};

// The mode that functions of the caller have now on this thread (CallerFloatMode), without flags.
// It is for work that continues on another thread.
FloatMode callerFloatMode();

// While an object of this class lives, the thread computes in the default mode. Afterwards it has
// the former mode and flags, also those of x87 if its mode was different. Scopes nest. If the mode
// was the default one, this reads two registers, one of them twice, and writes none unless work has
// raised a flag.
class OwnFloatMode {
public:
  // For calls of the caller: functions of the caller have the former mode.
  OwnFloatMode() : before_(FloatMode::current()) {
    if (!before_.isDefault()) [[unlikely]]
      enter();
  }
  // For work of a caller whose callerFloatMode() was `caller`, maybe on another thread.
  explicit OwnFloatMode(const FloatMode& caller);
  ~OwnFloatMode() {
    if (isChanged_ || !before_.isVectorOfThread()) [[unlikely]]
      leave();
  }
  OwnFloatMode(const OwnFloatMode&) = delete;
  OwnFloatMode& operator=(const OwnFloatMode&) = delete;

private:
  void enter();
  void leave() noexcept;

  const FloatMode before_;
  FloatMode caller_{};
  const FloatMode* outer_ = nullptr;
  uint16_t x87Flags_ = 0;  // before, if isChanged_
  bool isChanged_ = false; // more than flags must be restored
};

// While an object of this class lives, the thread is in a function of the caller, and has the
// caller's mode. Changes that the function makes to the mode end with it.
class CallerFloatMode {
public:
  CallerFloatMode();
  ~CallerFloatMode();
  CallerFloatMode(const CallerFloatMode&) = delete;
  CallerFloatMode& operator=(const CallerFloatMode&) = delete;

private:
  const FloatMode before_;
  const uint16_t x87Flags_; // before
  const FloatMode* const outer_;
};

} // namespace lz
