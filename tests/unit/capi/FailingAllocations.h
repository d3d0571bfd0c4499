// Makes allocations of the process fail: operator new, and the memory of tensors.
// FailingAllocations.cc replaces these functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::test {

enum class Failing {
  Once,    // only number n
  FromNow, // number n and all later ones, so handling the failure must not allocate
};

// From now on the `n`-th allocation (from 0) of any thread fails. If spareLlvm() spares this
// allocation, the next one that is not spared fails instead.
void failAllocation(int64_t n, Failing failing);
// From now on no allocation fails. Returns true if one has failed.
bool endFailing();
// Return the number of allocations between failAllocation and endFailing, and the number of the
// first one that failed.
int64_t countedAllocations();
int64_t failedAllocation();

// From now on, an allocation does not fail if a function of LLVM or MLIR is on the stack. LLVM and
// MLIR end the process when memory runs out, and exceptions cannot pass through them. Returns false
// if LLVM and MLIR are linked statically, because then their functions cannot be recognized.
bool spareLlvm();
// Returns the number of objects of operator new that have not been deleted; 0 with a sanitizer.
int64_t liveAllocations();

} // namespace lz::test
