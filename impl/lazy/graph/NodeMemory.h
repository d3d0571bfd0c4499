// Memory of nodes. A step frees thousands of nodes, and the next step needs them again. malloc has
// a cache for each thread, but this cache holds fewer blocks. So each thread keeps some blocks
// itself. If a thread frees more nodes than it allocates, it returns the surplus to malloc.
// Thread-safe.
#pragma once

#include <cstddef>

namespace lz::lazy {

// Returns memory aligned to 16 bytes.
void* allocateNode(size_t bytes);
// Frees the memory of a node, on any thread. `bytes` must be the size with which the node was
// allocated.
void freeNode(void* node, size_t bytes);

// The blocks that one thread keeps, by size class. Together they never take more bytes than the
// thread has allocated.
class FreeBlocks {
public:
  static constexpr size_t kClasses = 32;

  // Returns a kept block for an allocation of this thread. If it returns nullptr, the caller must
  // allocate a block.
  void* take(size_t index);
  // Takes over the block. Returns false if the thread keeps enough blocks, or frees more than it
  // allocates. In this case the caller must free the block.
  bool keep(size_t index, void* block);
  void clear();

private:
  struct Block {
    Block* next;
  };
  void* pop(size_t index);

  Block* first_[kClasses] = {};
  size_t keptBytes_ = 0;
  size_t usedBytes_ = 0; // allocated minus freed by this thread
};

} // namespace lz::lazy
