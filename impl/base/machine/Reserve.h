// Memory for code that cannot fail: MLIR and LLVM end the process when they get none. Who calls
// them first looks whether there is as much as they are likely to need.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <utility>

namespace lz {

// While it lives, its bytes count as taken for the reserves of other threads, so that several
// compilations do not rely on the same ones. It holds no memory: what comes between, and whoever
// else allocates, may still take it.
class Reserve {
public:
  // Error: exhausted() of Exhausted.h; `what` says for what: "compile". Any thread.
  static StatusOr<Reserve> take(int64_t bytes, const char* what);

  Reserve(Reserve&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
  Reserve& operator=(Reserve&&) = delete;
  ~Reserve();

private:
  explicit Reserve(int64_t bytes) : bytes_(bytes) {}
  int64_t bytes_;
};

} // namespace lz
