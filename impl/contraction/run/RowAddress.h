// The addresses of arrays of which only some rows exist, in scratch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// Returns the address at which an array would have to begin for its bytes from `offset` on to lie
// in `scratch`, with the usual alignment. `scratch` is aligned to 64, and has room for 63 bytes
// more.
inline void* addressOfRows(std::byte* scratch, int64_t offset) {
  return reinterpret_cast<void*>(uintptr_t(scratch) - uintptr_t(offset / 64 * 64));
}

} // namespace lz::contraction
