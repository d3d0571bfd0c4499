/* An event is the end of asynchronous work, to wait for, to poll, or to be called back at. It
 * happens once and stays, with the status of the work. Events are the library's, or the program's
 * own (lz_event_create). */
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

/** A wait mode says which of several events are waited for. */
typedef int32_t lz_wait_mode;
enum { LZ_WAIT_ALL = 0, LZ_WAIT_ANY = 1 };

/** Waits at most `timeout_ns` nanoseconds, as lz_event_wait does, for all of the events or for one
 * of them, of whatever contexts. LZ_WAIT_ALL: returns the error of the first in the list that has
 * failed, when all have happened. LZ_WAIT_ANY: returns the status of the first in the list that has
 * happened. `out_index` gets the index of the event that the status is of; `num_events` when all
 * went well or time is up; 0 when an argument is wrong. Nothing is left behind when time is up.
 * Errors: LZ_DEADLINE_EXCEEDED; LZ_INVALID_ARGUMENT (NULL, another mode, any of no events);
 * LZ_FAILED_PRECONDITION in a callback; else those of the events. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_events_wait(lz_event* const* LZ_NULLABLE_IF_EMPTY events, size_t num_events, lz_wait_mode mode,
               int64_t timeout_ns, size_t* LZ_NULLABLE out_index);

/** The library calls it when an event has happened, with what lz_event_wait returns then: `status`
 * is NULL if all went well; else it is the library's, valid during the call unless retained. */
typedef void (*lz_event_fn)(void* LZ_NULLABLE user, lz_status* LZ_NULLABLE status);

/** Has `function` called exactly once when the event has happened, in the order of these calls, and
 * returns at once. It is called with no lock held, by the thread that makes the event happen: the
 * stream's own, one that waits for work of that stream, one that cancels it or shuts the context
 * down, one that calls lz_event_set or releases the last handle of a program's event; or during
 * this call if the event has happened. An event that happens inside of a callback, on the same
 * thread, has its callbacks called when that has returned. Work that the device has to do next
 * waits for it to return, and a wait for the event may return before it is called. It may record,
 * make tensors, release anything, the event and the context too, set and cancel events, and
 * evaluate without waiting; what would have to wait returns LZ_FAILED_PRECONDITION. It must not
 * unwind through the library. The event need not be kept until then. Shutdown and the release of
 * the context end the work, with LZ_CANCELLED; at the exit of the process callbacks of work that
 * has not ended may not be called any more. Errors: LZ_INVALID_ARGUMENT, LZ_RESOURCE_EXHAUSTED;
 * then it is not called. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_on_ready(lz_event* event,
                                                                       lz_event_fn function,
                                                                       void* LZ_NULLABLE user);

/** Makes an event that the program makes happen, of no context. When its last handle is released
 * before, it happens with LZ_CANCELLED. Errors: LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_create(LZ_OWNED lz_event** out_event);

/** Makes an event of lz_event_create happen: well with NULL, else with the code, message, op,
 * location, bytes and operand of `status`, which stays the caller's. Threads that wait wake up, and
 * callbacks are called before this returns. Errors: LZ_FAILED_PRECONDITION when it has been set or
 * cancelled before, and for other events. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_event_set(lz_event* event, const lz_status* LZ_NULLABLE status);

/** Gives 1 if the work has ended, well or not, else 0. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_is_ready(lz_event* event,
                                                                       int32_t* out_ready);

/** Asks the work to end early, and does not wait for that: the event happens within milliseconds,
 * with LZ_CANCELLED. Of a run that is one program: all of its results have that status, and so has
 * what depends on them. Of a barrier it is all of the cut's programs that have not ended. What is
 * queued never runs; what runs ends between two pieces of a loop. A donated input that the run has
 * begun to overwrite is lost, and the status says which. An event of lz_event_create happens at
 * once. Of a read it ends the read alone, see lz_tensor_read_async. Does nothing to work that has
 * ended, and nothing to the event of host memory. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_cancel(lz_event* event);

LZ_API LZ_ANY_THREAD void lz_event_retain(lz_event* LZ_NULLABLE event);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_event_release(lz_event* LZ_NULLABLE event); /**< Since 1. */

LZ_HEADER_END

#endif
