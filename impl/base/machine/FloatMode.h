// The floating-point mode of a thread: rounding, denormals, and the exceptions that trap. A thread
// of the caller may be in any mode. For example, loading a library built with -ffast-math turns on
// flush to zero. Results of Lazuli do not depend on the caller's mode, because all work of the
// library runs in the default mode. Functions of the caller run in the caller's mode.
#pragma once

#include <cstdint>

namespace lz {

// The registers of the mode, in one number. With two fields, writes of 4 and 2 bytes would be
// followed by a read of 8, which stalls the processor for 5 ns. Only x86-64 is supported so far. To
// support another machine, add a branch with its registers (FPCR and FPSR of AArch64).
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
  // Returns whether the thread's MXCSR equals the one in this object, flags included. The x87
  // control word need not be compared, since the library does not change it inside of a scope.
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

// Returns the mode in which functions of the caller run on this thread now (CallerFloatMode),
// without flags. Work that continues on another thread passes it on.
FloatMode callerFloatMode();

// While an object of this class lives, the thread computes in the default mode. The destructor
// restores the former mode and flags, including those of x87 if its mode was different. Scopes
// nest. If the thread was in the default mode already, the object only reads registers, unless work
// has raised a flag.
class OwnFloatMode {
public:
  // For a function that the caller calls. If functions of the caller run inside, they get the mode
  // that the thread had before.
  OwnFloatMode() : before_(FloatMode::current()) {
    if (!before_.isDefault()) [[unlikely]]
      enter();
  }
  // For work that may run on another thread than the caller's. `caller` is callerFloatMode() of the
  // caller's thread.
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
  uint16_t x87Flags_ = 0;  // the x87 flags before, if isChanged_
  bool isChanged_ = false; // more than flags must be restored
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
