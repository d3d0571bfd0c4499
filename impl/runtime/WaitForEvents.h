// Waits for several events.
#pragma once

#include "absl/types/span.h"
#include "runtime/Event.h"

namespace lz::runtime {

// waitForAll waits until all events have happened. waitForAny waits until one event has happened,
// so there must be an event. Timeouts are as in Event::wait. The functions do not return the
// statuses of the events. Errors are DeadlineExceeded, and FailedPrecondition if the thread must
// not wait.
Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs);
Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs);

} // namespace lz::runtime
