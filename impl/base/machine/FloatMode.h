// How a thread computes with floating-point numbers: rounding, what becomes of denormals, which
// exceptions trap. A thread of the caller may be in any mode: a library built with -ffast-math sets
// flush to zero when it is loaded. Results depend on none of it: all work of the library runs in
// the default mode, and functions of the caller that it calls run in the caller's.
#pragma once

#include <cstdint>

namespace lz {

// The registers that hold it, in one number: two fields would be written by 4 and 2 bytes and read
// as 8, for which the processor waits 5 ns. Only x86-64 has any here: for another machine add a
// branch with its own (FPCR and FPSR of AArch64), and nothing else changes.
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
  // Whether the thread's MXCSR is this one, flags included. Nothing of the library writes the other
  // register.
  bool isVectorOfThread() const { return __builtin_ia32_stmxcsr() == vector(); }
  uint32_t vector() const { return uint32_t(bits_); }    // MXCSR, flags included
  uint16_t x87() const { return uint16_t(bits_ >> 32); } // the control word, of long double
  FloatMode withoutFlags() const { return FloatMode(bits_ & ~kFlags); }

private:
  static constexpr uint64_t kDefault = 0x037f'0000'1f80, kFlags = 0x3f;
  // Other bits have no meaning, or are flags.
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

// The mode that functions of the caller have now on this thread (CallerFloatMode), without flags:
// for work that goes on on another thread.
FloatMode callerFloatMode();

// While one lives, the thread computes in the default mode; then it has the mode and the flags of
// before, those of x87 too where its mode was another. They nest. Where the mode was the default
// one this reads two registers and one of them again, and writes none unless work has raised a
// flag.
class OwnFloatMode {
public:
  // Entered by the caller: functions of the caller have the mode of before.
  OwnFloatMode() : before_(FloatMode::current()) {
    if (!before_.isDefault()) [[unlikely]]
      enter();
  }
  // Work for a caller of which callerFloatMode() was `caller`, maybe on another thread.
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
  bool isChanged_ = false; // there is something besides flags to restore
};

// While one lives, the thread is in a function of the caller's, and has the caller's mode. Whatever
// the function leaves behind ends with it.
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
