// Memory of nodes. A step frees thousands of nodes at once and the next one wants them back, more
// than malloc's own cache of a thread holds; so each thread keeps some. One that frees what others
// allocate, as where tasks move between threads, has no use for it and gives it back. Thread-safe.
#pragma once

#include <cstddef>

namespace lz::lazy {

// Aligned to 16.
void* allocateNode(size_t bytes);
// `bytes` as allocated; any thread.
void freeNode(void* node, size_t bytes);

// Blocks that one thread keeps, by classes of size: never more than it allocated.
class FreeBlocks {
public:
  static constexpr size_t kClasses = 32;

  // Gives a block to the thread, which allocates. nullptr: none is kept; the caller gets one
  // elsewhere.
  void* take(size_t index);
  // False: there are enough of them, or others allocated it.
  bool keep(size_t index, void* block);
  void clear();

private:
  struct Block {
    Block* next;
  };
  void* pop(size_t index);

  Block* first_[kClasses] = {};
  size_t keptBytes_ = 0;
  size_t usedBytes_ = 0; // that the thread allocated, less those that it freed
};

} // namespace lz::lazy
