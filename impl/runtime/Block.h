// Defines a piece of memory of an Allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::runtime {

// The alignment of every storage and arena: the size of a cache line, and of the widest vector.
inline constexpr int64_t kAlignment = 64;

// Plain data without a destructor. The holder must give the block back to the allocator.
struct Block {
  std::byte* data = nullptr;
  int64_t bytes = 0; // usable bytes, at least as many as requested
};

} // namespace lz::runtime
