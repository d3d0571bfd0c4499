// Checks that there is enough memory for code that cannot handle a lack of it: MLIR and LLVM end
// the process if an allocation fails. A Reserve is taken before they are called, with the bytes
// that they are likely to need.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <utility>

namespace lz {

// While a reserve lives, other reserves count its bytes as taken, so that several compilations do
// not rely on the same memory. A reserve allocates no memory, so other code may still take the
// bytes.
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
