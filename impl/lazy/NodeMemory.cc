#include "lazy/NodeMemory.h"

#include <new>

namespace lz::lazy {
namespace {

// Blocks of 32, 64, ... 512 bytes; a binary op takes 288.
constexpr size_t kStep = 32, kClasses = 16;
// GCC says it by a macro, clang by a feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LZ_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define LZ_ADDRESS_SANITIZER
#endif

// A thread keeps at most so many of a class: 544 KiB in all.
#if defined(LZ_ADDRESS_SANITIZER)
constexpr int kKept = 0; // a freed node must look freed
#else
constexpr int kKept = 128;
#endif

struct Block {
  Block* next;
};

class FreeBlocks {
public:
  ~FreeBlocks() {
    for (Class& c : classes_)
      while (void* block = c.pop())
        ::operator delete(block);
  }

  void* take(size_t index) { return classes_[index].pop(); }
  bool keep(size_t index, void* block) { return classes_[index].push(block); }

private:
  struct Class {
    Block* first = nullptr;
    int count = 0;

    void* pop() {
      if (!first)
        return nullptr;
      Block* block = first;
      first = block->next;
      --count;
      return block;
    }
    bool push(void* memory) {
      if (count >= kKept)
        return false;
      first = new (memory) Block{first};
      ++count;
      return true;
    }
  };
  Class classes_[kClasses];
};

thread_local FreeBlocks freeBlocks;

size_t classOf(size_t bytes) {
  return (bytes - 1) / kStep;
}

} // namespace

void* allocateNode(size_t bytes) {
  size_t index = classOf(bytes);
  if (index >= kClasses)
    return ::operator new(bytes);
  void* block = freeBlocks.take(index);
  return block ? block : ::operator new((index + 1) * kStep);
}

void freeNode(void* node, size_t bytes) {
  size_t index = classOf(bytes);
  if (index >= kClasses || !freeBlocks.keep(index, node))
    ::operator delete(node);
}

} // namespace lz::lazy
