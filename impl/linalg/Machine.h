// What an algorithm runs on.
#pragma once

#include "base/KernelTable.h"
#include "base/machine/LibraryCosts.h"
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
  double ns(double flops) const { return flops / costs().productsPerNs; }
  const FactorCosts& costs() const { return libraryCosts(cpu).factors; }
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

// Algorithms factor about so many columns, or solve for so many rows, before they change all that
// is behind them by one product of matrices. Where sums are cut depends on it, and so do bits: it
// is the same on all machines.
inline constexpr int64_t kBlock = 64;
// The blocks of a matrix with so many columns: at least one.
constexpr int64_t blocksOf(int64_t columns) {
  return columns <= kBlock ? 1 : ceilDiv(columns, kBlock);
}

} // namespace lz::linalg
