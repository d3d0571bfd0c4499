// Exceptions where none may pass: work of streams and threads, destructors, whatever other code
// calls back. The only ones that Lazuli's code meets are those of the standard library, above all
// that there is no memory.
#pragma once

#include "base/Status.h"

namespace lz {

// Of the exception that is being handled: ResourceExhausted when there is no memory, for which none
// is needed; else Internal.
Status statusOfException() noexcept;

// What `work`, which returns Status, returns; an exception becomes a status.
template <typename Work> Status caught(Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return statusOfException();
  }
}

} // namespace lz
