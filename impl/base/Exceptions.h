// Stops exceptions where none may pass: in work of streams and threads, in destructors, and in
// functions that other code calls back. Lazuli's code only meets those of the standard library,
// above all bad_alloc.
#pragma once

#include "base/Status.h"

namespace lz {

// The status of the exception that is being handled: ResourceExhausted if there is no memory, which
// is reported without allocating; else Internal.
Status statusOfException() noexcept;

// Returns the status that `work` returns, or the status of its exception.
template <typename Work> Status caught(Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return statusOfException();
  }
}

} // namespace lz
