#include "base/machine/Reserve.h"

#include "base/Exhausted.h"

#include <algorithm>
#include <atomic>
#include <sys/mman.h>

namespace lz {
namespace {

constexpr int64_t kMiB = int64_t(1) << 20;

std::atomic<int64_t> reserved{0}; // the bytes that all threads have reserved

// Returns whether the system would allocate `bytes` bytes. To find out, it maps writable memory but
// does not touch it. Such memory counts against the limits of the process. Unless the machine
// overcommits, it also counts against the limits of the machine.
bool isThere(int64_t bytes) {
  void* memory = mmap(nullptr, size_t(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                      /*fd=*/-1, /*offset=*/0);
  if (memory == MAP_FAILED)
    return false;
  munmap(memory, size_t(bytes));
  return true;
}

// Returns the largest number of bytes that the system would allocate. It is at most `bytes`, and a
// multiple of 1 MiB.
int64_t available(int64_t bytes) {
  int64_t there = 0;
  for (int64_t most = bytes / kMiB; there < most;) {
    int64_t middle = there + (most - there + 1) / 2;
    if (isThere(middle * kMiB))
      there = middle;
    else
      most = middle - 1;
  }
  return there * kMiB;
}

} // namespace

StatusOr<Reserve> Reserve::take(int64_t bytes, const char* what) {
  int64_t others = reserved.fetch_add(bytes, std::memory_order_relaxed);
  Reserve reserve(bytes);
  if (isThere(others + bytes))
    return reserve;
  int64_t there = std::max<int64_t>(available(others + bytes) - others, 0);
  return exhausted(what, bytes, there, "free memory, or raise the memory limit of the process");
}

Reserve::~Reserve() {
  reserved.fetch_sub(bytes_, std::memory_order_relaxed);
}

} // namespace lz
