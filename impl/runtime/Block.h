// A piece of memory of an Allocator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::runtime {

// What every storage and arena is aligned to: a cache line, and the widest vector.
inline constexpr int64_t kAlignment = 64;

// Plain data: whoever holds it must give it back.
struct Block {
  std::byte* data = nullptr;
  int64_t bytes = 0; // usable, at least what was asked for
};

} // namespace lz::runtime
