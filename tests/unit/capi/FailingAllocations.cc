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

void throwIfMustFail() {
  if (mustFail())
    throw std::bad_alloc();
}

[[maybe_unused]] void* allocate(size_t bytes, size_t alignment) {
  throwIfMustFail();
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

[[maybe_unused]] void release(void* memory) {
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
using lz::test::throwIfMustFail;

#if defined(LZ_SANITIZED)
// A sanitizer has an operator new of its own, and finds leaks itself: calls from our objects come
// here by the linker's --wrap, others, such as from a function of the standard library, do not.
extern "C" {
void* __real__Znwm(size_t bytes);
void* __real__Znam(size_t bytes);
void* __real__ZnwmSt11align_val_t(size_t bytes, std::align_val_t alignment);

void* __wrap__Znwm(size_t bytes) {
  throwIfMustFail();
  return __real__Znwm(bytes);
}
void* __wrap__Znam(size_t bytes) {
  throwIfMustFail();
  return __real__Znam(bytes);
}
void* __wrap__ZnwmSt11align_val_t(size_t bytes, std::align_val_t alignment) {
  throwIfMustFail();
  return __real__ZnwmSt11align_val_t(bytes, alignment);
}
}
#else
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

#endif

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
