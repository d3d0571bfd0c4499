// The memory for the temporaries of one run. When the run ends, the memory returns to the
// allocator, so that the next run can use it.
#pragma once

#include "absl/types/span.h"
#include "runtime/Allocator.h"

namespace lz::runtime {

class Arena {
public:
  // Uses memory of the caller, which must be aligned like the allocator's.
  explicit Arena(absl::Span<std::byte> own)
      : allocator_(nullptr), block_{own.data(), int64_t(own.size())} {}
  // Gives the block back to the allocator in the end.
  Arena(Allocator& allocator, Block block) : allocator_(&allocator), block_(block) {}
  ~Arena();
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&&) = delete;

  std::byte* data() const { return block_.data; }
  int64_t bytes() const { return block_.bytes; }

private:
  Allocator* allocator_; // nullptr if `block_` is not returned
  Block block_;
};

} // namespace lz::runtime
