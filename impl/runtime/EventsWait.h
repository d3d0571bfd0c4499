// Waits for several events.
#pragma once

#include "absl/types/span.h"
#include "runtime/Event.h"

namespace lz::runtime {

// waitForAll waits until all events have happened, and the other function until one event has
// happened. For the latter, there must be an event. Timeouts are as in Event::wait. The statuses of
// the events are not returned. Errors are DeadlineExceeded, and FailedPrecondition if the thread
// must not wait.
Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs);
Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs);

} // namespace lz::runtime
