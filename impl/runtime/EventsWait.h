// Waits for several events.
#pragma once

#include "absl/types/span.h"
#include "runtime/Event.h"

namespace lz::runtime {

// They wait as Event::wait(timeoutNs) does, until all of them have happened, or at least one; what
// the events say is told by them. `events` has one at least when waiting for any. Errors:
// DeadlineExceeded; FailedPrecondition where waiting is forbidden.
Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs);
Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs);

} // namespace lz::runtime
