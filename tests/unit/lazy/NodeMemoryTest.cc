#include "lazy/graph/NodeMemory.h"

#include "base/machine/Sanitizer.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace lz::lazy {
namespace {

// Allocates sizes around the limits of the size classes, in total one block more than the 32 MiB
// that a thread keeps, and writes every byte of each block.
TEST(NodeMemory, BlocksAreApartAndAligned) {
  for (size_t bytes : {1, 64, 65, 296, 512, 513, 4096}) {
    const int count = bytes == 512 ? 70'000 : 300;
    std::vector<void*> blocks;
    for (int round = 0; round < 2; ++round) {
      for (int i = 0; i < count; ++i) {
        blocks.push_back(allocateNode(bytes));
        EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back()) % 16, 0u);
        std::memset(blocks.back(), i, bytes);
      }
      for (size_t i = 0; i < blocks.size(); ++i)
        EXPECT_EQ(static_cast<unsigned char*>(blocks[i])[bytes - 1], uint8_t(i)) << bytes;
      for (void* block : blocks)
        freeNode(block, bytes);
      blocks.clear();
    }
  }
}

TEST(NodeMemory, AnotherThreadMayFree) {
  std::vector<void*> blocks;
  for (int i = 0; i < 300; ++i)
    blocks.push_back(allocateNode(296));
  std::thread([&] {
    for (void* block : blocks)
      freeNode(block, 296);
    freeNode(allocateNode(296), 296);
  }).join();
}

// If one thread records nodes and another thread releases them, the memory of the nodes must not
// pile up in the second thread.
TEST(NodeMemory, AThreadKeepsNoMoreThanItAllocated) {
  FreeBlocks blocks;
  constexpr size_t kClass = 12;
  void* own = ::operator new(208);
  void* others = ::operator new(208);
  EXPECT_EQ(blocks.take(kClass), nullptr); // from now on it may keep one block
  EXPECT_EQ(blocks.keep(kClass, own), !kWatchesFreedMemory);
  EXPECT_FALSE(blocks.keep(kClass, others));
  ::operator delete(others);
  if (kWatchesFreedMemory)
    return ::operator delete(own);
  EXPECT_EQ(blocks.take(kClass), own);
  EXPECT_TRUE(blocks.keep(kClass, own));
  blocks.clear();
  EXPECT_EQ(blocks.take(kClass), nullptr);
}

} // namespace
} // namespace lz::lazy
