// Checks that there is enough memory before MLIR and LLVM are called, because they end the process
// if an allocation fails. A Reserve states the bytes that they are likely to need.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <utility>

namespace lz {

// A claim on memory. While a reserve lives, other reserves count its bytes as taken. So two
// compilations do not rely on the same memory. A reserve does not allocate the memory, so other
// code can still take it.
class Reserve {
public:
  // If there is too little memory, returns exhausted() of Exhausted.h. `what` is the purpose, such
  // as "compile". Any thread may call it.
  static StatusOr<Reserve> take(int64_t bytes, const char* what);

  Reserve(Reserve&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Reserve& operator=(Reserve&&) = delete;
  ~Reserve();

private:
  explicit Reserve(int64_t bytes) : bytes_(bytes) {}
  int64_t bytes_;
};

} // namespace lz
