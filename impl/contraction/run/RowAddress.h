// Finds the addresses of arrays that do not exist as a whole. Only some of their rows exist, in
// scratch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// The bytes of an array from `offset` on lie in `scratch`, with the usual alignment. Returns the
// address at which the whole array would begin. `scratch` is aligned to 64, and has room for 63
// additional bytes.
inline void* addressOfRows(std::byte* scratch, int64_t offset) {
  return reinterpret_cast<void*>(uintptr_t(scratch) - uintptr_t(offset / 64 * 64));
}

} // namespace lz::contraction
