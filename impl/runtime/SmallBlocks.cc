#include "runtime/SmallBlocks.h"

#include <new>

namespace lz::runtime {

struct SmallBlocks::Link {
  std::byte* next;
  int64_t bytes;
};

Block SmallBlocks::next(std::byte*& chain) {
  std::byte* data = chain;
  const auto* link = std::launder(reinterpret_cast<const Link*>(data));
  chain = link->next;
  return {data, link->bytes};
}

std::byte* SmallBlocks::take(int64_t bytes) {
  std::byte*& first = first_[bytes / kAlignment];
  if (!first)
    return nullptr;
  bytes_ -= bytes;
  return next(first).data;
}

void SmallBlocks::keep(Block block) {
  std::byte*& first = first_[block.bytes / kAlignment];
  new (block.data) Link{first, block.bytes};
  first = block.data;
  bytes_ += block.bytes;
}

std::byte* SmallBlocks::takeAll() {
  std::byte* chain = nullptr;
  for (std::byte*& first : first_)
    while (first) {
      Block block = next(first);
      new (block.data) Link{chain, block.bytes};
      chain = block.data;
    }
  bytes_ = 0;
  return chain;
}

} // namespace lz::runtime
