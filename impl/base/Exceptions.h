// Turns exceptions into statuses where no exception may escape: in work of streams and threads, in
// destructors, and in callbacks. The only exceptions here come from the standard library, mostly
// bad_alloc.
#pragma once

#include "base/Status.h"

namespace lz {

// Returns the status of the exception that is being handled. Returns ResourceExhausted if memory
// ran out, without allocating any memory. Otherwise returns an Internal error.
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
