// Memory for code that cannot fail: MLIR and LLVM end the process if they find none. Before they
// are called, a reserve checks that there is as much as they are likely to need.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <utility>

namespace lz {

// While a reserve lives, other reserves count its bytes as taken, so that several compilations do
// not rely on the same memory. It holds no memory: other code may still take it.
class Reserve {
public:
  // Error: exhausted() of Exhausted.h, with `what` as the purpose: "compile". Any thread.
  static StatusOr<Reserve> take(int64_t bytes, const char* what);

  Reserve(Reserve&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Reserve& operator=(Reserve&&) = delete;
  ~Reserve();

private:
  explicit Reserve(int64_t bytes) : bytes_(bytes) {}
  int64_t bytes_;
};

} // namespace lz
