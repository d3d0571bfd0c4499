#include "FailingAllocations.h"

#include "FakeCompiler.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <link.h>
#include <new>
#include <sys/mman.h>

namespace lz::test {
namespace {

constexpr int64_t kNone = -1;

std::atomic<bool> armed{false}, fromNow{false};
std::atomic<int64_t> counted{0}, due{0}, failed{kNone};
std::atomic<int64_t> live{0};

// A range of addresses with code of LLVM or MLIR.
struct Code {
  uintptr_t begin, end;
};
constexpr size_t kMostCode = 16;
// The code whose allocations must not fail, as ranges of addresses. There are none unless spareLlvm
// was called.
Code llvmCode[kMostCode];
size_t numLlvmCode = 0;

int addCode(dl_phdr_info* object, size_t, void*) {
  if (!std::strstr(object->dlpi_name, "libLLVM") && !std::strstr(object->dlpi_name, "libMLIR"))
    return 0;
  for (size_t i = 0; i < object->dlpi_phnum && numLlvmCode < kMostCode; ++i)
    if (const auto& part = object->dlpi_phdr[i]; part.p_type == PT_LOAD && (part.p_flags & PF_X))
      llvmCode[numLlvmCode++] = {object->dlpi_addr + part.p_vaddr,
                                 object->dlpi_addr + part.p_vaddr + part.p_memsz};
  return 0;
}

bool isOfLlvm(const void* place) {
  for (size_t i = 0; i < numLlvmCode; ++i)
    if (uintptr_t(place) >= llvmCode[i].begin && uintptr_t(place) < llvmCode[i].end)
      return true;
  return false;
}

bool isBelowLlvm() {
  constexpr int kDeep = 512;
  void* places[kDeep];
  int depth = numLlvmCode > 0 ? backtrace(places, kDeep) : 0;
  for (int i = 0; i < depth; ++i)
    if (isOfLlvm(places[i]))
      return true;
  return depth == kDeep; // then the rest of the stack is unknown, so the allocation is spared
}

// `caller` is the return address in the allocating function. Checking it first recognizes most
// spared allocations without a backtrace.
bool mustFail(const void* caller) {
  if (!armed.load(std::memory_order_acquire) || sparedAllocations > 0 || isOfLlvm(caller))
    return false;
  int64_t n = counted.fetch_add(1, std::memory_order_relaxed);
  if (n < due.load(std::memory_order_relaxed) || (failed != kNone && !fromNow) || isBelowLlvm())
    return false;
  int64_t none = kNone;
  return failed.compare_exchange_strong(none, n) || fromNow;
}

void throwIfMustFail(const void* caller) {
  if (mustFail(caller))
    throw std::bad_alloc();
}

[[maybe_unused]] void* allocate(size_t bytes, size_t alignment, const void* caller) {
  throwIfMustFail(caller);
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
  counted = 0;
  due = n;
  failed = kNone;
  fromNow = failing == Failing::FromNow;
  armed.store(true, std::memory_order_release);
}

bool endFailing() {
  armed = false;
  return failed != kNone;
}

int64_t countedAllocations() {
  return counted;
}

int64_t failedAllocation() {
  return failed;
}

bool spareLlvm() {
  void* place;
  backtrace(&place, 1); // the first call loads a library, which allocates
  if (numLlvmCode == 0)
    dl_iterate_phdr(addCode, nullptr);
  return numLlvmCode > 0;
}

int64_t liveAllocations() {
  return live;
}

} // namespace lz::test

using lz::test::allocate;
using lz::test::release;
using lz::test::throwIfMustFail;

#define LZ_CALLER __builtin_return_address(0)

#if defined(LZ_SANITIZED)
// A sanitizer has its own operator new and finds leaks itself. So with a sanitizer, the linker's
// --wrap sends only calls from Lazuli's objects here. Calls from elsewhere, for example from the
// standard library, do not come here.
extern "C" {
void* __real__Znwm(size_t bytes);
void* __real__Znam(size_t bytes);
void* __real__ZnwmSt11align_val_t(size_t bytes, std::align_val_t alignment);

void* __wrap__Znwm(size_t bytes) {
  throwIfMustFail(LZ_CALLER);
  return __real__Znwm(bytes);
}
void* __wrap__Znam(size_t bytes) {
  throwIfMustFail(LZ_CALLER);
  return __real__Znam(bytes);
}
void* __wrap__ZnwmSt11align_val_t(size_t bytes, std::align_val_t alignment) {
  throwIfMustFail(LZ_CALLER);
  return __real__ZnwmSt11align_val_t(bytes, alignment);
}
}
#else
// The library's other forms of operator new call these.
void* operator new(size_t bytes) {
  return allocate(bytes, 1, LZ_CALLER);
}
void* operator new(size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, size_t(alignment), LZ_CALLER);
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

// Lazuli calls these instead of the C library's functions, because of the linker's --wrap.
extern "C" {
void* __real_aligned_alloc(size_t alignment, size_t bytes);
void* __real_mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset);

void* __wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return lz::test::mustFail(LZ_CALLER) ? nullptr : __real_aligned_alloc(alignment, bytes);
}
void* __wrap_mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  return lz::test::mustFail(LZ_CALLER)
             ? MAP_FAILED
             : __real_mmap(address, bytes, protection, flags, file, offset);
}
}

#if defined(LZ_COMPILER)
// LLVM's containers call these, even where they are inlined into Lazuli's functions. No exception
// may pass through such a container, so these allocations are spared, too.
extern "C" {
void* __real__ZN4llvm15allocate_bufferEmm(size_t bytes, size_t alignment);

void* __wrap__ZN4llvm15allocate_bufferEmm(size_t bytes, size_t alignment) {
  lz::test::SpareAllocations spare;
  return __real__ZN4llvm15allocate_bufferEmm(bytes, alignment);
}
}
#endif
