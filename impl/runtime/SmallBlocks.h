// Freed blocks of less than 64 KiB, kept for reuse: a run of a recording needs hundreds of them,
// and the next run needs the same sizes. malloc would split and merge blocks of more than 1 KiB
// each time. Not thread-safe.
#pragma once

#include "runtime/Block.h"

namespace lz::runtime {

class SmallBlocks {
public:
  static constexpr int64_t kMostBytes = 64 << 10; // blocks are smaller than this

  // Returns a block, or nullptr if none of this size is kept. `bytes` is a multiple of kAlignment.
  std::byte* take(int64_t bytes);
  void keep(Block block);
  // Returns all kept blocks as a chain: next() returns one after the other, until the chain is
  // nullptr.
  std::byte* takeAll();
  static Block next(std::byte*& chain);
  int64_t bytes() const { return bytes_; } // of all kept blocks

private:
  struct Link; // lies in a kept block

  std::byte* first_[kMostBytes / kAlignment] = {}; // by size
  int64_t bytes_ = 0;
};

} // namespace lz::runtime
