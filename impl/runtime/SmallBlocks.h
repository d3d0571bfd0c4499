// Keeps freed blocks of less than 64 KiB for reuse. A run of a recording needs hundreds of blocks,
// and the next run needs the same sizes. Not thread-safe.
#pragma once

#include "runtime/Block.h"

namespace lz::runtime {

class SmallBlocks {
public:
  static constexpr int64_t kMostBytes = 64 << 10; // kept blocks are smaller than this

  // Returns a kept block of exactly `bytes` bytes, or nullptr if there is none. `bytes` must be a
  // multiple of kAlignment.
  std::byte* take(int64_t bytes);
  void keep(Block block);
  // Returns all kept blocks as a chain. Each call of next() removes one block from the chain. The
  // empty chain is nullptr.
  std::byte* takeAll();
  static Block next(std::byte*& chain);
  int64_t bytes() const { return bytes_; } // sum over all kept blocks

private:
  struct Link; // stored in the kept block itself

  std::byte* first_[kMostBytes / kAlignment] = {}; // index: size / kAlignment
  int64_t bytes_ = 0;
};

} // namespace lz::runtime
