/* An event is the end of asynchronous work, to wait for or to poll. It happens once and stays. */
#ifndef LAZULI_EVENT_H
#define LAZULI_EVENT_H

#include "lazuli/status.h"

LZ_HEADER_BEGIN

#define LZ_WAIT_FOREVER INT64_C(-1)

/** Waits at most `timeout_ns` nanoseconds (LZ_WAIT_FOREVER: without limit; 0: not at all) and
 * returns the status of the work. Errors: LZ_DEADLINE_EXCEEDED when it is still running; else what
 * the work failed with. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_wait(lz_event* event,
                                                                   int64_t timeout_ns);

/** Gives 1 if the work has ended, well or not, else 0. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_is_ready(lz_event* event,
                                                                       int32_t* out_ready);

/** Asks the work to end early, and does not wait for that: the event happens within milliseconds,
 * with LZ_CANCELLED. Of a run that is one program: all of its results have that status, and so has
 * what depends on them. Of a barrier it is all of the cut's programs that have not ended. What is
 * queued never runs; what runs ends between two pieces of a loop. A donated input that the run has
 * begun to overwrite is lost, and the status says which. Does nothing to work that has ended, and
 * nothing to the event of host memory. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_cancel(lz_event* event);

LZ_API LZ_ANY_THREAD void lz_event_retain(lz_event* LZ_NULLABLE event);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_event_release(lz_event* LZ_NULLABLE event); /**< Since 1. */

LZ_HEADER_END

#endif
