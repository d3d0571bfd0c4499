// Waits for several events.
#pragma once

#include "absl/types/span.h"
#include "runtime/Event.h"

namespace lz::runtime {

// Wait like Event::wait(timeoutNs) until all events have happened, or any one of them. The statuses
// of the events are left to the caller. A wait for any needs at least one event. Errors:
// DeadlineExceeded; FailedPrecondition where waiting is forbidden.
Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs);
Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs);

} // namespace lz::runtime
