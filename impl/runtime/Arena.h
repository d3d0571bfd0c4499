// The memory for the temporaries of one run. When the run ends, the memory returns to the
// allocator, so that the next run can use it.
#pragma once

#include "absl/types/span.h"
#include "runtime/Allocator.h"

namespace lz::runtime {

class Arena {
public:
  // Uses a block that `run` has taken. The destructor gives the block back to the allocator.
  Arena(Allocator& allocator, Reservation& run, Block block)
      : allocator_(&allocator), run_(run), block_(block) {}
  // Uses memory of the caller, which must be aligned like the allocator's.
  Arena(Allocator& allocator, Reservation& run, absl::Span<std::byte> own)
      : Arena(allocator, run, Block{own.data(), int64_t(own.size())}) {
    isOwn_ = true;
  }
  ~Arena();
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&&) = delete;

  std::byte* data() const { return block_.data; }
  int64_t bytes() const { return block_.bytes; }

private:
  Allocator* allocator_; // nullptr if moved from
  Reservation& run_;
  Block block_;
  bool isOwn_ = false; // whether `block_` is memory of the caller
};

} // namespace lz::runtime
