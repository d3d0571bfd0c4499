// Element types of PJRT and of Lazuli, and the bytes of elements on the host.
#pragma once

#include "Errors.h"

#include <cstdint>
#include <vector>

namespace lz::pjrt {

using Dims = std::vector<int64_t>;

// Gives the type of Lazuli. Errors: UNIMPLEMENTED for a type that Lazuli does not have.
PJRT_Error* toLazuli(PJRT_Buffer_Type type, lz_dtype* out);
// Returns the type of PJRT; PJRT_Buffer_Type_INVALID if there is none.
PJRT_Buffer_Type toPjrt(lz_dtype dtype);

// Returns the bytes of an element at PJRT's interface. An element of less than a byte has a byte of
// its own there, whereas Lazuli packs such elements.
size_t hostBytes(lz_dtype dtype);
inline bool isPacked(lz_dtype dtype) {
  return lz_dtype_size(dtype) == 0;
}

// Gives the number of elements. Errors: INVALID_ARGUMENT for a negative dimension or an overflow of
// the bytes.
PJRT_Error* countElements(const Dims& dims, size_t bytes, int64_t* out);
// Returns the strides in bytes of a row-major array.
Dims rowMajor(const Dims& dims, size_t bytes);

// Packs elements that have a byte each, at these strides, for Lazuli, and unpacks them again.
std::vector<uint8_t> pack(const uint8_t* data, lz_dtype dtype, const Dims& dims,
                          const Dims& strides);
void unpack(const std::vector<uint8_t>& packed, lz_dtype dtype, const Dims& dims,
            const Dims& strides, uint8_t* data);

} // namespace lz::pjrt
