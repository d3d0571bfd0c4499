// Computes where the elements of an array lie in memory. They lie in row-major order without gaps.
// Elements that are narrower than a byte share bytes. The first element of a byte has its lowest
// bits.
//
//   7 elements of 32 bits: 28 bytes; element 3 is at byte 12
//   7 elements of 4 bits:   4 bytes; element 3 is at byte 1, bit 4
#pragma once

#include "base/Checked.h"
#include "base/DType.h"

#include <cstdint>

namespace lz {

struct StorageOffset {
  int64_t byte;
  unsigned bit; // index of the bit within the byte
};

// Returns where an element begins in an array whose elements have `bits` bits. `bits` must be a
// multiple or a divisor of 8.
constexpr StorageOffset offsetOfBits(unsigned bits, int64_t element) {
  if (bits % 8 == 0)
    return {element * int64_t(bits / 8), 0};
  int64_t perByte = 8 / bits;
  return {element / perByte, unsigned(element % perByte) * bits};
}
constexpr CheckedInt bytesOfBits(unsigned bits, CheckedInt elements) {
  if (bits % 8 == 0)
    return checkedMultiply(elements, int64_t(bits / 8));
  int64_t perByte = 8 / bits;
  return elements ? CheckedInt(*elements / perByte + (*elements % perByte != 0)) : std::nullopt;
}

// Returns where element `i` of an array begins. `i` must not be negative.
inline StorageOffset storageOffset(DType dtype, int64_t i) {
  return offsetOfBits(storageBits(dtype), i);
}
// Returns the number of bytes that `elements` elements take, rounded up. Returns nullopt if this
// number does not fit into 63 bits.
inline CheckedInt checkedStorageBytes(DType dtype, CheckedInt elements) {
  return bytesOfBits(storageBits(dtype), elements);
}
// Like checkedStorageBytes, for a number of elements that is known not to overflow.
inline int64_t storageBytes(DType dtype, int64_t elements) {
  StorageOffset end = storageOffset(dtype, elements);
  return end.byte + (end.bit != 0);
}

} // namespace lz
