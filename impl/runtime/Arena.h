// The memory for the temporaries of one run. When the run ends, the memory returns to the
// allocator, so that the next run can use it.
#pragma once

#include "absl/types/span.h"
#include "runtime/Allocator.h"

#include <memory>

namespace lz::runtime {

class Arena {
public:
  // Returns uninitialized memory, aligned like the allocator's. If `own` is large enough, uses
  // `own` instead of the allocator. Fails with ResourceExhausted.
  static StatusOr<Arena> acquire(Allocator& allocator, int64_t bytes,
                                 absl::Span<std::byte> own = {});

  ~Arena() { reset(); }
  Arena(Arena&& other) noexcept : allocator_(other.allocator_), block_(other.block_) {
    other.allocator_ = nullptr;
  }
  Arena& operator=(Arena&&) = delete;

  std::byte* data() const { return block_.data; }
  int64_t bytes() const { return block_.bytes; }

private:
  Arena(Allocator* allocator, Block block) : allocator_(allocator), block_(block) {}
  void reset();

  Allocator* allocator_; // nullptr if `block_` is not returned
  Block block_;
};

} // namespace lz::runtime
