// The temporaries of one run, in a block of the allocator, which returns there when the run ends,
// for reuse by the next run.
#pragma once

#include "absl/types/span.h"
#include "runtime/Allocator.h"

#include <memory>

namespace lz::runtime {

class Arena {
public:
  // Returns uninitialized memory, aligned like the allocator's. It is `own` if that is large
  // enough. Errors: ResourceExhausted.
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

  Allocator* allocator_; // nullptr: nothing to return
  Block block_;
};

} // namespace lz::runtime
