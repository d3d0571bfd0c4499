#include "FailingAllocations.h"

#include "FakeCompiler.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace lz::test {
namespace {

std::atomic<bool> armed{false}, fired{false};
std::atomic<int64_t> left{0}; // allocations before the one that fails
std::atomic<bool> fromNow{false};
std::atomic<int64_t> live{0};

bool mustFail() {
  if (!armed.load(std::memory_order_acquire) || sparedAllocations > 0)
    return false;
  int64_t before = left.fetch_sub(1, std::memory_order_relaxed);
  bool fails = before == 0 || (before < 0 && fromNow.load(std::memory_order_relaxed));
  if (fails)
    fired.store(true, std::memory_order_relaxed);
  return fails;
}

void* allocate(size_t bytes, size_t alignment) {
  if (mustFail())
    throw std::bad_alloc();
  void* memory = nullptr;
  if (alignment > alignof(std::max_align_t)) {
    if (posix_memalign(&memory, alignment, bytes) != 0)
      throw std::bad_alloc();
  } else if (memory = std::malloc(bytes ? bytes : 1); !memory) {
    throw std::bad_alloc();
  }
  live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void release(void* memory) {
  if (memory)
    live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

} // namespace

void failAllocation(int64_t n, Failing failing) {
  left = n;
  fromNow = failing == Failing::FromNow;
  fired = false;
  armed.store(true, std::memory_order_release);
}

bool endFailing() {
  armed = false;
  return fired;
}

int64_t liveAllocations() {
  return live;
}

} // namespace lz::test

using lz::test::allocate;
using lz::test::release;

// The other forms of the library call these.
void* operator new(size_t bytes) {
  return allocate(bytes, 1);
}
void* operator new(size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, size_t(alignment));
}
void operator delete(void* memory) noexcept {
  release(memory);
}
void operator delete(void* memory, size_t) noexcept {
  release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  release(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  release(memory);
}

// The linker's --wrap: what the library calls instead of the C library's.
extern "C" {
void* __real_aligned_alloc(size_t alignment, size_t bytes);
void* __real_mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset);

void* __wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return lz::test::mustFail() ? nullptr : __real_aligned_alloc(alignment, bytes);
}
void* __wrap_mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  return lz::test::mustFail() ? MAP_FAILED
                              : __real_mmap(address, bytes, protection, flags, file, offset);
}
}
