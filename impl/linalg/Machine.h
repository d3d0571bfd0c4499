// The kernels, threads and CPU class on which an algorithm runs.
#pragma once

#include "base/KernelTable.h"
#include "base/machine/LibraryCosts.h"
#include "base/machine/MachineClass.h"
#include "base/machine/ThreadPool.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

struct Machine {
  const KernelTable& kernels; // the kernels for the element type of the matrices
  MachineClass cpu;
  ThreadPool& pool;
  int workers = 1; // at most this many threads run at once, each with its own scratch

  // Returns the time that `flops` multiplications and additions take at full speed. The time is
  // only used to divide work among threads.
  double ns(double flops) const { return flops / costs().productsPerNs; }
  const FactorCosts& costs() const { return libraryCosts(cpu).factors; }
};

// Hands out pieces of a scratch, each aligned to 64 bytes. If the scratch is nullptr, only counts
// the bytes that are needed.
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

// The size of a block. Algorithms factor about this many columns, or solve for this many rows, and
// then update the rest of the matrix with one product of matrices. The number is the same on all
// machines, because it decides the order of additions, and so the bits of results.
//
// With values of 32 and 128, qr-1024 of the bench takes 0.92 and 1.09 times as long, and
// cholesky-1024 0.97 and 1.12 times. lu-512 and triangular-solve-1024 take the same time (Zen 4,
// one thread).
inline constexpr int64_t kBlock = 64;
// Returns the number of blocks of a matrix with `columns` columns, at least one.
constexpr int64_t blocksOf(int64_t columns) {
  return columns <= kBlock ? 1 : ceilDiv(columns, kBlock);
}

} // namespace lz::linalg
