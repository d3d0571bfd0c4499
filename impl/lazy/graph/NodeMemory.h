// Memory of nodes. A step frees thousands of nodes at once, and the next step wants them back. That
// is more than malloc's per-thread cache holds, so each thread keeps some blocks itself. A thread
// that mostly frees what others allocate (if tasks move between threads) has no use for the blocks
// and gives them back to malloc. Thread-safe.
#pragma once

#include <cstddef>

namespace lz::lazy {

// The memory is aligned to 16 bytes.
void* allocateNode(size_t bytes);
// `bytes` must be what the node was allocated with. Any thread.
void freeNode(void* node, size_t bytes);

// The blocks that one thread keeps, by class of size. It never keeps more than it allocated.
class FreeBlocks {
public:
  static constexpr size_t kClasses = 32;

  // Takes a kept block for an allocation of this thread. nullptr if none is kept: then the caller
  // gets one elsewhere.
  void* take(size_t index);
  // False if the thread keeps enough blocks already, or has not allocated as much itself: then the
  // caller frees the block.
  bool keep(size_t index, void* block);
  void clear();

private:
  struct Block {
    Block* next;
  };
  void* pop(size_t index);

  Block* first_[kClasses] = {};
  size_t keptBytes_ = 0;
  size_t usedBytes_ = 0; // what the thread allocated, less what it freed
};

} // namespace lz::lazy
