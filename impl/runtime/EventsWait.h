// Waits for several events.
#pragma once

#include "absl/types/span.h"
#include "runtime/Event.h"

namespace lz::runtime {

// Wait like Event::wait(timeoutNs), until all events have happened, or until one of them has. They
// do not return the statuses of the events. Waiting for one event of several needs at least one
// event. Errors are DeadlineExceeded, and FailedPrecondition if the thread must not wait.
Status waitForAll(absl::Span<const EventRef> events, int64_t timeoutNs);
Status waitForAny(absl::Span<const EventRef> events, int64_t timeoutNs);

} // namespace lz::runtime
