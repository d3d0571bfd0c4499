// Turns exceptions into statuses, for code that must not throw: work of streams and threads,
// destructors, and callbacks. The exceptions come from the standard library. Most are bad_alloc.
#pragma once

#include "base/Status.h"

namespace lz {

// Returns the status of the exception that is being handled: ResourceExhausted if memory ran out,
// otherwise Internal. ResourceExhausted is made without allocating memory.
Status statusOfException() noexcept;

// Returns the status that `work` returns. If `work` throws, returns statusOfException().
template <typename Work> Status caught(Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return statusOfException();
  }
}

} // namespace lz
