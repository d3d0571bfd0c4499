// Lets allocations of the process fail: operator new, and the memory of tensors. The functions are
// replaced in FailingAllocations.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lz::test {

enum class Failing {
  Once,    // the n-th
  FromNow, // the n-th and all later ones: nothing that handles the failure may allocate
};

// From now on, in every thread: the `n`-th allocation (from 0) fails. If LLVM and MLIR are spared
// and it is one of theirs, the next that is not.
void failAllocation(int64_t n, Failing failing);
// No more fail. True if one did.
bool endFailing();
// Of the last round: how many allocations there were, and which one failed first.
int64_t countedAllocations();
int64_t failedAllocation();

// LLVM and MLIR end the process when memory runs out, and what they call cannot throw through them:
// from now on no allocation fails that has one of their functions on its stack. False: they are
// part of the binary, so that nobody can tell.
bool spareLlvm();
// Objects of operator new that have not been deleted; 0 with a sanitizer.
int64_t liveAllocations();

} // namespace lz::test
