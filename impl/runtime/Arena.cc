#include "runtime/Arena.h"

#include <utility>

namespace lz::runtime {

Arena::Arena(Arena&& other) noexcept
    : allocator_(std::exchange(other.allocator_, nullptr)), block_(other.block_) {}

Arena::~Arena() {
  if (allocator_)
    allocator_->release(block_);
}

} // namespace lz::runtime
