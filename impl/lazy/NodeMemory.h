// Memory of nodes. A step frees thousands of nodes at once and the next one wants them back, more
// than malloc's own cache of a thread holds; so each thread keeps some. Thread-safe.
#pragma once

#include <cstddef>

namespace lz::lazy {

// Aligned to 16.
void* allocateNode(size_t bytes);
// `bytes` as allocated; any thread.
void freeNode(void* node, size_t bytes);

// Blocks that one thread keeps, by classes of size.
class FreeBlocks {
public:
  static constexpr size_t kClasses = 32;

  // nullptr: there is none.
  void* take(size_t index);
  // False: there are enough of them.
  bool keep(size_t index, void* block);
  void clear();

private:
  struct Block {
    Block* next;
  };
  Block* first_[kClasses] = {};
  size_t keptBytes_ = 0;
};

} // namespace lz::lazy
