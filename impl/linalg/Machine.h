// What an algorithm runs on.
#pragma once

#include "base/KernelTable.h"
#include "base/machine/MachineClass.h"
#include "base/machine/ThreadPool.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

struct Machine {
  const KernelTable& kernels; // of the matrices' element type
  MachineClass cpu;
  ThreadPool& pool;
  int workers = 1; // that have scratch of their own

  // The time that so many multiplications and additions take at full speed; for grains only.
  static constexpr double ns(double flops) { return flops / 40; }
  static constexpr double flops(double ns) { return ns * 40; }
};

// Hands out pieces of a scratch, each aligned to 64 bytes. On nullptr it only counts.
class Scratch {
public:
  explicit Scratch(std::byte* at = nullptr) : begin_(uintptr_t(at)), at_(begin_) {}

  template <typename T> T* take(int64_t count) {
    const uintptr_t piece = at_;
    at_ += (uintptr_t(count) * sizeof(T) + 63) / 64 * 64;
    return reinterpret_cast<T*>(piece);
  }
  int64_t bytes() const { return int64_t(at_ - begin_); }

private:
  uintptr_t begin_, at_;
};

constexpr int64_t ceilDiv(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

} // namespace lz::linalg
