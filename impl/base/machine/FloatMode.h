// The floating-point mode of a thread: rounding, denormals, and the exceptions that trap. A thread
// of the caller may be in any mode. For example, loading a library built with -ffast-math turns on
// flush to zero. Results of Lazuli do not depend on the caller's mode, because all work of the
// library runs in the default mode. Functions of the caller run in the caller's mode.
#pragma once

#include <cstdint>

namespace lz {

// The registers of the mode, in one number: MXCSR in the low half, and the x87 control word in the
// high half. Two fields would be stored separately, and reading both at once would stall the
// processor for 5 ns. Only x86-64 is supported.
class FloatMode {
public:
  FloatMode() = default; // the default mode, without flags

#if defined(__x86_64__)
  static FloatMode current() {
    uint16_t x87;
    asm volatile("fnstcw %0" : "=m"(x87));
    return FloatMode(__builtin_ia32_stmxcsr() | uint64_t(x87) << 32);
  }
  bool isDefault() const { return ((bits_ ^ kDefault) & kMeaning) == 0; }
  // Returns whether the thread's MXCSR equals the MXCSR of this object, flags included. The x87
  // control word is not compared, because the library does not change it inside of a scope.
  bool isVectorOfThread() const { return __builtin_ia32_stmxcsr() == vector(); }
  uint32_t vector() const { return uint32_t(bits_); }    // MXCSR, flags included
  uint16_t x87() const { return uint16_t(bits_ >> 32); } // the control word, for long double
  FloatMode withoutFlags() const { return FloatMode(bits_ & ~kFlags); }

private:
  static constexpr uint64_t kDefault = 0x037f'0000'1f80, kFlags = 0x3f;
  // The bits that belong to the mode. The other bits are flags or have no meaning.
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

// Returns the mode, without flags, in which functions of the caller run on this thread now
// (CallerFloatMode). Work that continues on another thread must hand the mode on.
FloatMode callerFloatMode();

// While an object of this class lives, the thread computes in the default mode. The destructor
// restores the former mode and flags. If the x87 mode was different, the destructor also restores
// the mode and the flags of the x87 unit. Scopes nest. If the thread is in the default mode
// already, the object costs little, because it only reads registers.
class OwnFloatMode {
public:
  // For a call from the program into the library. Functions of the program that the library calls
  // during this call, such as callbacks, get the mode that the thread had before.
  OwnFloatMode() : before_(FloatMode::current()) {
    if (!before_.isDefault()) [[unlikely]]
      enter();
  }
  // For work that can run on a thread of the library, for example a run of a program. `caller` is
  // callerFloatMode() of the caller's thread.
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
  uint16_t x87Flags_ = 0;  // the former x87 flags, if isChanged_
  bool isChanged_ = false; // the modes must be restored, too
};

// While an object of this class lives, the thread is in a function of the caller, and has the
// caller's mode. The destructor undoes changes that the function makes to the mode.
class CallerFloatMode {
public:
  CallerFloatMode();
  ~CallerFloatMode();
  CallerFloatMode(const CallerFloatMode&) = delete;
  CallerFloatMode& operator=(const CallerFloatMode&) = delete;

private:
  const FloatMode before_;
  const uint16_t x87Flags_; // the flags before
  const FloatMode* const outer_;
};

} // namespace lz
