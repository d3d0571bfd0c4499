// Internal to hlo/tiles/price: the time to move arrays.
#pragma once

#include "base/machine/CostTable.h"
#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

inline double bytesOf(mlir::Value value) {
  const TensorType type = typeOf(value);
  return double(type.numElements()) * double(storageBits(type.dtype)) / 8;
}

// Returns the time to move `bytes` bytes with all threads. `held` is the number of bytes that a
// cache must hold to keep the array.
//
// With n threads, memory is assumed to be n times as fast as with one thread, because the same is
// assumed of products. memoryPerNs is measured with two threads. If it were compared with products
// on four threads, products would look twice as cheap as they are. The gradients of a vocabulary of
// 50,257 words, by tiles of 32, 64, 128 and 256 rows on two threads of a Zen 4:
//
//   measured    875, 706, 635, 596 ms, and 805 ms by tiles of columns, which multiply more
//   predicted   204, 158, 135, 123 ms, and 154 ms
//   its part for products   118, 113, 111, 110 ms, and 146 ms
//
// The part for products is 5.2 times as long on this machine, and the rest is 1.9 to 3 times as
// long. So reading and adding up are not hidden behind products, but are added to them.
inline double nsToMove(double bytes, double held, const CostTable& costs) {
  const int level = held <= costs.caches[1] * kThreads ? 1 : held <= costs.caches[2] ? 2 : 3;
  return bytes / (costs.bytesPerNs[size_t(level)] * kThreads);
}

} // namespace lz::hlo
