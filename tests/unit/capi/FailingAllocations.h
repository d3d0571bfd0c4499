// Lets allocations of the process fail: operator new, and the memory of tensors.
// FailingAllocations.cc replaces these functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::test {

enum class Failing {
  Once,    // only number n
  FromNow, // number n and all later ones, so handling the failure must not allocate
};

// From now on the `n`-th allocation (from 0) of any thread fails. If LLVM and MLIR are spared and
// it is one of theirs, the next one that is not fails instead.
void failAllocation(int64_t n, Failing failing);
// Ends this: no more allocations fail. True if one did.
bool endFailing();
// What the last round counted: the number of allocations, and which one failed first.
int64_t countedAllocations();
int64_t failedAllocation();

// LLVM and MLIR end the process when memory runs out, and exceptions cannot pass through them. So
// from now on no allocation fails that has one of their functions on its stack. False if they are
// part of the binary, so that their functions cannot be recognized.
bool spareLlvm();
// How many objects of operator new have not been deleted; 0 with a sanitizer.
int64_t liveAllocations();

} // namespace lz::test
