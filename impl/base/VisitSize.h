// Selects code by the size of elements. This is enough for code that only moves elements.
#pragma once

#include "base/DType.h"

#include <cstdint>

namespace lz {

// A type for elements of 16 bytes that are aligned to 8 bytes.
struct Bytes16 {
  uint64_t low, high;
  bool operator==(const Bytes16&) const = default;
};

// Calls fn with an element of this size: an unsigned integer, or Bytes16.
template <typename Fn> decltype(auto) visitSize(DType dtype, Fn&& fn) {
  switch (byteSize(dtype)) {
  case 1:
    return fn(uint8_t{});
  case 2:
    return fn(uint16_t{});
  case 4:
    return fn(uint32_t{});
  case 16:
    return fn(Bytes16{});
  default:
    return fn(uint64_t{});
  }
}

} // namespace lz
