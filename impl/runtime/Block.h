// A piece of memory of an Allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::runtime {

// The alignment of every storage and arena: a cache line, and the widest vector.
inline constexpr int64_t kAlignment = 64;

// Plain data: its holder must give it back to the allocator.
struct Block {
  std::byte* data = nullptr;
  int64_t bytes = 0; // usable bytes, at least as many as requested
};

} // namespace lz::runtime
