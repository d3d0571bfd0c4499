#include "runtime/Arena.h"

#include <utility>

namespace lz::runtime {

Arena::Arena(Arena&& other) noexcept
    : allocator_(std::exchange(other.allocator_, nullptr)), run_(other.run_), block_(other.block_),
      isOwn_(other.isOwn_) {}

Arena::~Arena() {
  if (allocator_)
    allocator_->giveBack(run_, isOwn_ ? Block() : block_);
}

} // namespace lz::runtime
