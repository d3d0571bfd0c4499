#include "linalg/eigen/Memory.h"

#include <cstdlib>
#include <new>

namespace lz::linalg {

static thread_local EigenMemory* current = nullptr;
static constexpr int64_t kAlignment = 64;

// Before its memory. Blocks follow each other up to the end; neighbours are never both free.
struct alignas(kAlignment) EigenMemory::Block {
  int64_t bytes; // of its memory
  bool isFree;
};

EigenMemory::EigenMemory(std::byte* begin, int64_t bytes)
    : begin_(begin), bytes_(bytes), outer_(current) {
  current = this;
}

EigenMemory::~EigenMemory() {
  current = outer_;
}

EigenMemory::Block* EigenMemory::blockAt(int64_t offset) const {
  return reinterpret_cast<Block*>(begin_ + offset);
}

// In the first free block that is large enough, or at the end. Throws std::bad_alloc.
void* EigenMemory::allocate(int64_t bytes) {
  constexpr int64_t kHeader = sizeof(Block);
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  int64_t at = 0;
  while (at < end_ && !(blockAt(at)->isFree && blockAt(at)->bytes >= bytes))
    at += kHeader + blockAt(at)->bytes;
  Block* block = blockAt(at);
  if (at < end_ && block->bytes >= bytes + kHeader) {
    *blockAt(at + kHeader + bytes) = {block->bytes - bytes - kHeader, true};
  } else if (at < end_) {
    bytes = block->bytes;
  } else {
    if (bytes_ - end_ < kHeader + bytes)
      throw std::bad_alloc();
    end_ += kHeader + bytes;
  }
  *block = {bytes, false};
  return block + 1;
}

// False: it is no memory of here.
bool EigenMemory::free(void* memory) {
  const auto* place = static_cast<std::byte*>(memory);
  if (place < begin_ || place >= begin_ + bytes_)
    return false;
  (static_cast<Block*>(memory) - 1)->isFree = true;
  Block* last = nullptr; // a free block before
  for (int64_t at = 0; at < end_;) {
    Block* block = blockAt(at);
    at += int64_t(sizeof(Block)) + block->bytes;
    if (last && block->isFree)
      last->bytes += int64_t(sizeof(Block)) + block->bytes;
    else
      last = block->isFree ? block : nullptr;
  }
  if (last)
    end_ = reinterpret_cast<std::byte*>(last) - begin_;
  return true;
}

void* eigenAllocate(size_t bytes) {
  if (current && current->bytes_ > 0)
    return current->allocate(int64_t(bytes));
  if (void* memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}

void eigenFree(void* memory) {
  if (memory && !(current && current->free(memory)))
    std::free(memory);
}

} // namespace lz::linalg
