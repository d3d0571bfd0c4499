#include "runtime/Arena.h"

namespace lz::runtime {

StatusOr<Arena> Arena::acquire(Allocator& allocator, int64_t bytes, absl::Span<std::byte> own) {
  if (bytes <= int64_t(own.size()))
    return Arena(nullptr, {own.data(), bytes});
  LZ_ASSIGN_OR_RETURN(Block block, allocator.allocate(bytes));
  return Arena(&allocator, block);
}

void Arena::reset() {
  if (allocator_)
    allocator_->release(block_);
  allocator_ = nullptr;
}

} // namespace lz::runtime
