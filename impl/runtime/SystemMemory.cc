// The source of memory that uses mmap and malloc.
#include "runtime/Allocator.h"

#include <cstdlib>
#include <sys/mman.h>

namespace lz::runtime {
namespace {

constexpr int64_t kHugePage = 2 << 20;

// Maps memory at a multiple of the size of a huge page, so that the kernel can use huge pages from
// the first byte on. Touching new 4K pages runs at a tenth of the speed of memory.
std::byte* mapHuge(int64_t bytes) {
  size_t span = size_t(bytes + kHugePage);
  void* raw = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  uintptr_t begin = uintptr_t(raw);
  uintptr_t aligned = (begin + kHugePage - 1) & ~uintptr_t(kHugePage - 1);
  if (aligned != begin)
    munmap(raw, aligned - begin);
  uintptr_t end = aligned + uintptr_t(bytes);
  if (begin + span != end)
    munmap(reinterpret_cast<void*>(end), begin + span - end);
  madvise(reinterpret_cast<void*>(aligned), size_t(bytes), MADV_HUGEPAGE);
  return reinterpret_cast<std::byte*>(aligned);
}

// Allocates small blocks with malloc, which has a cache per thread. aligned_alloc does not use this
// cache. Allocating and freeing 64 bytes takes 90 ns with aligned_alloc, and 20 ns with malloc.
// malloc aligns to 16, so at least 16 bytes precede each aligned block. The byte before the block
// tells where malloc's block begins.
std::byte* alignedMalloc(int64_t bytes) {
  auto* raw = static_cast<std::byte*>(std::malloc(size_t(bytes + kAlignment)));
  if (!raw)
    return nullptr;
  auto before = kAlignment - int64_t(uintptr_t(raw) % uintptr_t(kAlignment));
  raw[before - 1] = std::byte(before);
  return raw + before;
}

void alignedFree(std::byte* data) noexcept {
  std::free(data - std::to_integer<int>(data[-1]));
}

class SystemMemory final : public MemorySource {
public:
  std::byte* allocate(int64_t bytes) override {
    return bytes >= kHugePage ? mapHuge(bytes) : alignedMalloc(bytes);
  }
  void free(std::byte* data, int64_t bytes) noexcept override {
    if (bytes >= kHugePage)
      munmap(data, size_t(bytes));
    else
      alignedFree(data);
  }
  bool relieve(int64_t, int64_t) override { return false; }
  const char* refusal() const override {
    return "the system has no more memory: release tensors, or use smaller ones";
  }
};

} // namespace

std::shared_ptr<MemorySource> systemMemory() {
  static const auto* memory = new std::shared_ptr<MemorySource>(std::make_shared<SystemMemory>());
  return *memory;
}

} // namespace lz::runtime
