// Lets allocations of the process fail: operator new, and the memory of tensors. The functions are
// replaced in FailingAllocations.cc.
#pragma once

#include <cstdint>

namespace lz::test {

enum class Failing {
  Once,    // the n-th
  FromNow, // the n-th and all later ones: nothing that handles the failure may allocate
};

// From now on, in every thread: the `n`-th allocation (from 0) fails.
void failAllocation(int64_t n, Failing failing);
// No more fail. True if one did.
bool endFailing();
// Objects of operator new that have not been deleted; 0 with a sanitizer.
int64_t liveAllocations();

} // namespace lz::test
