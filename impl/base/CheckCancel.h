// Reports cancellation (Cancel.h) as a status.
#pragma once

#include "base/Cancel.h"
#include "base/Status.h"

namespace lz {

// Returns the error Cancelled if the work of this thread is cancelled: "[compile] the compilation
// was cancelled".
inline Status checkCompilationGoesOn() {
  return isCancelled() ? absl::CancelledError("[compile] the compilation was cancelled")
                       : okStatus();
}

} // namespace lz
