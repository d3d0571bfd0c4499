// Data movement does not look at values: elements by their size.
#pragma once

#include "base/DType.h"

#include <cstdint>

namespace lz {

// Calls fn with an unsigned integer of the dtype's size.
template <typename Fn> decltype(auto) visitSize(DType dtype, Fn&& fn) {
  switch (byteSize(dtype)) {
  case 1:
    return fn(uint8_t{});
  case 2:
    return fn(uint16_t{});
  case 4:
    return fn(uint32_t{});
  default:
    return fn(uint64_t{});
  }
}

} // namespace lz
