// Where Eigen's matrices lie: in the scratch of a call.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// Until it ends, what Eigen allocates on this thread is of these bytes, which begin at a multiple
// of 64, and none of the heap: a plan of memory that promises too little is to be noticed. Of no
// bytes, all comes from the heap.
class EigenMemory {
public:
  EigenMemory(std::byte* begin, int64_t bytes);
  ~EigenMemory();
  EigenMemory(const EigenMemory&) = delete;
  EigenMemory& operator=(const EigenMemory&) = delete;

private:
  friend void* eigenAllocate(size_t bytes);
  friend void eigenFree(void* memory);
  struct Block;
  Block* blockAt(int64_t offset) const;
  void* allocate(int64_t bytes);
  bool free(void* memory);

  std::byte* const begin_;
  const int64_t bytes_;
  int64_t end_ = 0;
  EigenMemory* const outer_;
};

// In place of malloc and free. Throws std::bad_alloc.
void* eigenAllocate(size_t bytes);
void eigenFree(void* memory);

} // namespace lz::linalg
